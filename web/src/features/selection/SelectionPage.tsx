import { framed } from '@/components/framed'

export default framed('SELECTION.TITLE', () => import('./SelectionScreen'), 'SELECTION.LEAD')
