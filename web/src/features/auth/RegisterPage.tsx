import { framed } from '@/components/forms/framed'

export default framed('AUTH.REGISTER', () => import('./RegisterScreen'), 'AUTH.REGISTER_LEAD')
