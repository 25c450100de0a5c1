import { framed } from '@/components/forms/framed'

export default framed('AUTH.RESET', () => import('./ResetPasswordScreen'))
