import { framed } from './framed'

export default framed('AUTH.RESET', () => import('./ResetPasswordScreen'))
