import { framed } from '@/components/framed'

export default framed('QUOTE.TITLE', () => import('./QuoteScreen'), 'QUOTE.LEAD')
