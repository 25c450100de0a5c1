import { framed } from '@/components/framed'

export default framed('AUTH.RESET', () => import('./ResetPasswordScreen'))
