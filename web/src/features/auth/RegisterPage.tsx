import { framed } from './framed'

export default framed('AUTH.REGISTER', () => import('./RegisterScreen'))
