! multibody.c in Fortran: a wheelset on springs, whose rejected steps leave no trace in its contacts.
!
!   gfortran flangeway_contact.f90 multibody.f90 $(pkg-config --libs flangeway_contact) -o multibody && ./multibody
program multibody
  use flangeway_contact
  implicit none
  integer, parameter :: steps = 12, trials = 100
  real(c_double), parameter :: speed = 20, mass = 1200, inertia = 800, load = 60e3_c_double           ! m/s, kg, kg m2, N
  real(c_double), parameter :: stiffness_y = 5e6_c_double, stiffness_yaw = 8e6_c_double, damping_y = 5e4_c_double
  real(c_double), parameter :: longest = 4e-5_c_double, tolerance = 2e-5_c_double                      ! s; m/s, rad/s
  real(c_double) :: durations(steps), state(4), again(4)
  integer :: rejected, unused

  durations = 0
  rejected = run(durations, state)
  unused = run(durations, again)
  print '(i0, a, i0, a, f0.9, a, f0.9, a)', steps, ' steps, ', rejected, ' rejected: y ', 1e3_c_double * state(1), &
    ' mm, yaw ', 1e3_c_double * state(2), ' mrad'
  if (rejected == 0 .or. any(transfer(state, [0_c_int8_t]) /= transfer(again, [0_c_int8_t]))) &
    error stop 'other bits without rejected steps'
  print '(a)', 'the same bits without rejected steps'

contains

  subroutine check(contact, code)
    type(c_ptr), intent(in) :: contact
    integer(c_int), intent(in) :: code
    character(kind=c_char) :: text(2000)
    integer(c_size_t) :: length
    integer(c_int) :: unused
    if (code == flangeway_contact_ok) return
    unused = flangeway_contact_get_message(contact, text, size(text, kind=c_size_t), length)
    print '(2000a)', text(1:min(length, size(text, kind=c_size_t) - 1))
    error stop 'refused'
  end subroutine

  subroutine set_text(wheel, key, text)
    type(c_ptr), intent(in) :: wheel
    character(*), intent(in) :: key, text
    call check(wheel, flangeway_contact_set_text(wheel, 'wheel_on_rail.' // key // c_null_char, text // c_null_char))
  end subroutine

  subroutine set_number(wheel, key, number)
    type(c_ptr), intent(in) :: wheel
    character(*), intent(in) :: key
    real(c_double), intent(in) :: number
    call check(wheel, flangeway_contact_set_number(wheel, 'wheel_on_rail.' // key // c_null_char, number))
  end subroutine

  function make_wheel(side) result(wheel)
    character(*), intent(in) :: side
    type(c_ptr) :: wheel
    call check(c_null_ptr, flangeway_contact_create(flangeway_contact_interface, wheel))
    call set_text(wheel, 'side', side)
    call set_text(wheel, 'wheel', 's1002')
    call set_text(wheel, 'rail', '60e1')
    call set_text(wheel, 'tangential', 'transient_rolling')
    call set_number(wheel, 'rail_place.inclination_angle', 0.025_c_double)
    call set_number(wheel, 'vertical_force', load)
    call set_number(wheel, 'elements.dx', 1e-3_c_double)
    call set_number(wheel, 'elements.ds', 1e-3_c_double)
  end function

  ! In y and yaw at the end of a step; q: y, yaw and their rates.
  function accelerations(wheels, time, q, duration) result(a)
    type(c_ptr), intent(in) :: wheels(2)
    real(c_double), intent(in) :: time, q(4), duration
    real(c_double) :: a(2), position(6), velocity(6), force(3), moment(3)
    integer :: i
    position = [speed * time, q(1), 0.0_c_double, 0.0_c_double, 0.0_c_double, q(2)]
    velocity = [speed, q(3), 0.0_c_double, 0.0_c_double, 0.0_c_double, q(4)]
    a(1) = -(stiffness_y * q(1) + damping_y * q(3)) / mass
    a(2) = -stiffness_yaw * q(2) / inertia
    do i = 1, 2
      call check(wheels(i), flangeway_contact_set_wheelset(wheels(i), position, velocity))
      call set_number(wheels(i), 'step', speed * duration)
      call check(wheels(i), flangeway_contact_solve(wheels(i)))
      call check(wheels(i), flangeway_contact_get_force(wheels(i), 'wheelset' // c_null_char, force, moment))
      a(1) = a(1) + force(2) / mass
      a(2) = a(2) + moment(3) / inertia
    end do
  end function

  subroutine accept(wheels)
    type(c_ptr), intent(in) :: wheels(2)
    integer :: i
    do i = 1, 2
      call check(wheels(i), flangeway_contact_accept(wheels(i)))
    end do
  end subroutine

  ! One step of Heun's method, and the estimated error of the rates.
  subroutine step(wheels, time, duration, q, before, next, after, error)
    type(c_ptr), intent(in) :: wheels(2)
    real(c_double), intent(in) :: time, duration, q(4), before(2)
    real(c_double), intent(out) :: next(4), after(2), error
    next(3:4) = q(3:4) + duration * before
    next(1:2) = q(1:2) + duration * (q(3:4) + next(3:4)) / 2
    after = accelerations(wheels, time + duration, next, duration)
    next(3:4) = q(3:4) + duration * (before + after) / 2
    error = maxval(duration * abs(after - before) / 2)
  end subroutine

  ! With durations 0 they are found, with rejected steps; else they are taken. Gives the number of rejected steps.
  integer function run(durations, q) result(rejected)
    real(c_double), intent(inout) :: durations(steps)
    real(c_double), intent(out) :: q(4)
    type(c_ptr) :: wheels(2), kept(2)
    real(c_double) :: time, duration, before(2), after(2), next(4), error
    logical :: finds
    integer :: i, k
    finds = durations(1) == 0
    rejected = 0
    time = 0
    duration = longest
    wheels = [make_wheel('left'), make_wheel('right')]
    q = [3e-3_c_double, 1e-3_c_double, 0.0_c_double, 0.0_c_double]
    before = accelerations(wheels, time, q, duration)
    call accept(wheels)
    k = 1
    do while (k <= steps)
      if (.not. finds) duration = durations(k)
      call step(wheels, time, duration, q, before, next, after, error)
      if (finds .and. error > tolerance .and. rejected < trials) then
        rejected = rejected + 1
        duration = duration / 2
        cycle
      end if
      if (finds .and. mod(k, 5) == 0) then  ! accepted, and taken back
        do i = 1, 2
          call check(wheels(i), flangeway_contact_keep(wheels(i), kept(i)))
        end do
        call accept(wheels)
        do i = 1, 2
          call check(wheels(i), flangeway_contact_restore(wheels(i), kept(i)))
          call flangeway_contact_history_destroy(kept(i))
        end do
        call step(wheels, time, duration, q, before, next, after, error)
      end if
      call accept(wheels)
      durations(k) = duration
      k = k + 1
      time = time + duration
      q = next
      before = after
      duration = min(longest, 1.5_c_double * duration)
    end do
    do i = 1, 2
      call flangeway_contact_destroy(wheels(i))
    end do
  end function
end program
