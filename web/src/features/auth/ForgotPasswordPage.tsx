import { framed } from '@/components/framed'

export default framed('AUTH.FORGOT', () => import('./ForgotPasswordScreen'), 'AUTH.FORGOT_LEAD')
