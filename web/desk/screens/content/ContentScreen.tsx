import { Redirect } from 'wouter'
import { contentPath } from '@desk/lib/content'

/** The content opens with its first part. */
export default function ContentScreen() {
  return <Redirect to={contentPath('campaigns')} replace />
}
