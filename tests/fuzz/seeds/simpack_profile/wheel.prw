! profile
header.begin
  version = 1
  type = 1
header.end
spline.begin
  shift.y = 0.0
  shift.z = 0.0
  rotate = 0.05
  bound.y.min = 1
  bound.y.max = 0
  bound.z.min = 1
  bound.z.max = 0
  mirror.y = 0
  mirror.z = 0
  inversion = 0
  units.len.f = 1000. ! mm
  units.ang.f = 1.
  point.begin
-70.000 9.500
-66.000 23.000
-60.000 27.000
-55.000 28.000
-50.000 26.900
-45.000 23.600
-40.000 16.300
-38.000 10.800
-35.000 6.900
-30.000 4.000
-20.000 1.700
-10.000 0.500
0.000 0.000
10.000 -0.200
30.000 -0.700
60.000 -2.600
  point.end
spline.end
