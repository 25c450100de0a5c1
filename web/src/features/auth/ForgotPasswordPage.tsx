import { framed } from './framed'

export default framed('AUTH.FORGOT', () => import('./ForgotPasswordScreen'), 'AUTH.FORGOT_LEAD')
