import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import styles from './rich-text.module.css'

/** The allow-list of the server; applied again here before display. */
const allowed = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe', 'video', 'audio', 'svg', 'math'],
  FORBID_ATTR: ['id', 'name', 'class'],
  // The server allows links to open in a new tab only together with rel.
  ADD_ATTR: ['target', 'rel'],
  ALLOWED_URI_REGEXP: /^(https?:|mailto:|\/[^/])/i,
}

async function sanitize(html: string): Promise<string> {
  const { default: purify } = await import('dompurify')
  return purify.sanitize(html, allowed)
}

/** Formatted text of a user, shown only after sanitizing. */
export function RichText({ html }: { html: string }) {
  const { data } = useQuery({
    queryKey: ['rich-text', html],
    queryFn: () => sanitize(html),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  // The content has passed the sanitizer above.
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: data }} />
}
