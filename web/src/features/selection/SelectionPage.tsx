import { framed } from '@/components/forms/framed'

export default framed('SELECTION.TITLE', () => import('./SelectionScreen'), 'SELECTION.LEAD')
