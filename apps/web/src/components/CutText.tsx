import { Typography } from 'antd'

/** A text on one line, cut where it is too long; all that is known of it on hover. */
export function CutText({ text, width }: { text: string; width: number }) {
  return (
    <Typography.Text style={{ maxWidth: width }} ellipsis={{ tooltip: text }}>
      {text}
    </Typography.Text>
  )
}
