import { framed } from '@/components/framed'

export default framed('AUTH.REGISTER', () => import('./RegisterScreen'), 'AUTH.REGISTER_LEAD')
