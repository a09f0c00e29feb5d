import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { CopyDetails } from '../../features/errors/CopyDetails.tsx'
import { Notice } from '../../features/errors/Notice.tsx'
import { useText } from '../../ground/language.ts'

interface BoundaryState {
  error?: unknown
}

/** A failing page does not affect other tabs. */
export class PageBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <PageFailed error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
  }
}

function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText()
  return (
    <Notice kind="error" title={t('layout.brokenTitle')} hint={t('layout.brokenHint')}>
      <Button type="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
      <CopyDetails error={error} />
    </Notice>
  )
}
