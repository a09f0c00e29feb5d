import { Button } from 'antd'
import type { ReactNode } from 'react'

interface AccessItemProps {
  name: ReactNode
  details: ReactNode[]
  action?: { label: string; run: () => void } | undefined
}

/** One session, token or external account, and the button that ends it. */
export function AccessItem({ name, details, action }: AccessItemProps) {
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {details.map((detail, index) => (
          <span key={index}>{detail}</span>
        ))}
      </div>
      {action && (
        <Button size="small" danger onClick={action.run}>
          {action.label}
        </Button>
      )}
    </li>
  )
}
