import { framed } from './framed'

export default framed('AUTH.SIGN_IN', () => import('./LoginScreen'))
