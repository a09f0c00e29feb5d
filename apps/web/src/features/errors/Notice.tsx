import { CloseCircleOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'

const icons = {
  info: <InfoCircleOutlined />,
  warning: <WarningOutlined />,
  error: <CloseCircleOutlined />,
}

interface NoticeProps {
  kind: keyof typeof icons
  title: string
  hint: string
  /** A fainter line below the hint. */
  detail?: ReactNode
  /** Buttons or links. */
  children?: ReactNode
}

/** A page that only shows a message. */
export function Notice({ kind, title, hint, detail, children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`}>
      <span className="notice-icon" aria-hidden>
        {icons[kind]}
      </span>
      <h1>{title}</h1>
      <p>{hint}</p>
      {detail && <p className="notice-detail">{detail}</p>}
      {children && <div className="notice-actions">{children}</div>}
    </div>
  )
}
