import { framed } from '@/components/forms/framed'

export default framed('AUTH.SIGN_IN', () => import('./LoginScreen'))
