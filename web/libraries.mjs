// What the pages take from others; everything else of those packages is left out of the bundle.
export {default as uPlot} from 'uplot';
export {
  AmbientLight, BoxGeometry, BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DirectionalLight,
  DoubleSide, Fog, Group, HemisphereLight, InstancedMesh, LatheGeometry, Line, LineBasicMaterial, LineSegments, Matrix4, Mesh,
  MeshLambertMaterial, MeshBasicMaterial, Object3D, PerspectiveCamera, PlaneGeometry, Quaternion, Raycaster, Scene,
  Vector2, Vector3, WebGLRenderer,
} from 'three';
export {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
