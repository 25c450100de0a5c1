import { framed } from '@/components/forms/framed'

export default framed(() => import('./DesignScreen'))
