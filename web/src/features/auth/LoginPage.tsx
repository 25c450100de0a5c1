import { framed } from '@/components/framed'

export default framed('AUTH.SIGN_IN', () => import('./LoginScreen'))
