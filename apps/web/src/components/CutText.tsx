import { Typography } from 'antd'

/** A text on one line, truncated with an ellipsis; all details on hover. */
export function CutText({ text, width }: { text: string; width: number }) {
  return (
    <Typography.Text style={{ maxWidth: width }} ellipsis={{ tooltip: text }}>
      {text}
    </Typography.Text>
  )
}
