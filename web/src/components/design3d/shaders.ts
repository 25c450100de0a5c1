// GLSL of the 3D view. Text of a shader is sent as it is: names are short, and its comments are out here.
//
// One instance is a box, as four vectors: `a` its corner and surface, `b` its size and columns of a lattice, `c` its colour and rows,
// `h` the hinge that it turns on (x, z, angle) and the way that it slides. The 36 corners of its triangles follow from `gl_VertexID`.
// `v` is the camera: yaw, pitch, distance, and how far the doors are open; `w` the lens (across, up), whether details are drawn, and
// the front of the body; `t` the middle of the piece.

/** Places a box: opens its door, then turns the room before the camera. The far plane is at infinity. */
export const vertexShader = `#version 300 es
layout(location=0)in vec4 a;layout(location=1)in vec4 b;layout(location=2)in vec4 c;layout(location=3)in vec4 h;
uniform vec4 v,w;uniform vec3 t;
out vec3 P,N,L;flat out vec3 M;flat out vec4 A,B,C;
mat2 R(float r){float c=cos(r),s=sin(r);return mat2(c,s,-s,c);}
void main(){
int i=gl_VertexID%6,f=gl_VertexID/6,x=f/2;
vec2 q=vec2(22>>i&1,52>>i&1);
float s=float(f%2);
M=vec3(x==0,x==1,x==2);
L=b.xyz*(x==0?vec3(s,q):x==1?vec3(q.y,s,q.x):vec3(q,s));
A=a;B=b;C=c;
N=M*(s+s-1.);
P=a.xyz+L;
mat2 d=R(h.z*v.w);
N.xz=d*N.xz;
P.xz=h.xy+d*(P.xz-h.xy);
P.x+=h.w*v.w;
vec3 p=P-t;
p.xz=R(v.x)*p.xz;
p.yz=R(v.y)*p.yz;
p.z-=v.z;
gl_Position=vec4(p.xy*w.xy,-p.z-v.z*.2,-p.z);
}`

/**
 * Paints a box: grain (surfaces 1 to 3 by its axis), lattice (4), mirror (5), wall (6) and floor (7), which are darker near the piece. Then
 * its edges, the light from the upper left, and the dark inside of the body, whose corners are `m` and `n`. Walls have one shade, which
 * hides their seams.
 */
export const fragmentShader = `#version 300 es
precision highp float;
in vec3 P,N,L;flat in vec3 M;flat in vec4 A,B,C;
uniform vec4 v,w;uniform vec3 m,n;
out vec4 o;
float H(vec2 p){return fract(sin(dot(p,vec2(127.1,311.7)))*43758.5);}
float S(vec2 p){
vec2 i=floor(p),f=fract(p),e=vec2(1,0);f*=f*(3.-f-f);
return mix(mix(H(i),H(i+e),f.x),mix(H(i+e.yx),H(i+1.),f.x),f.y);
}
float G(vec2 p){float d=S(p*vec2(.006,.001))*5.;return S(p*vec2(.05,.002)+d)*.6+S(p*vec2(.3,.006))*.4-.5;}
void main(){
vec3 c=C.rgb,d;
float k=A.w,e,g;
if(k>.5&&k<3.5){
d=k<1.5?L.yzx:k<2.5?L.xzy:L;
c*=1.+.2*G(vec2(d.x+d.y,d.z)+A.xy*9.);
}
if(k==4.){
vec2 q=L.xy/B.xy*vec2(B.w,C.w);g=length(fwidth(q))*.5;q=abs(fract(q)-.5);
e=min(q.x,q.y)>.354?abs(q.x-q.y)*.7:abs(min(max(q.x,q.y),(q.x+q.y)*.7071)-.354);
c=mix(vec3(.87,.84,.8),c*.92,smoothstep(.055+g,.055-g,e));
}
if(k==5.)c+=.1*sin((P.x+P.y*.4)*.006+v.x*4.);
if(k>6.5){
g=P.z/165.;e=floor(g);
c*=.97+.07*H(vec2(e))-.1*step(.98,fract(g))+.12*G(vec2(P.z,P.x+e*700.));
}
if(k>5.5)c*=1.-.35*exp(-length(max(max(m-P,P-n),0.))/110.);
else{
d=min(L,B.xyz-L)/(fwidth(L)+1e-4)+M*9.;
c*=1.-.4*w.z*(1.-smoothstep(.6,1.6,min(d.x,min(d.y,d.z))));
}
d=step(m+1.,P)*step(P,n-1.);
c*=(.76+.3*max(0.,dot(k==6.?vec3(0,0,1):normalize(N),vec3(-.44,.55,.71))))*(1.-.4*d.x*d.y*d.z*(n.z-P.z)/(n.z-m.z));
o=vec4(c,1);
}`
