import { framed } from '@/components/forms/framed'

export default framed('AUTH.FORGOT', () => import('./ForgotPasswordScreen'), 'AUTH.FORGOT_LEAD')
