import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import type { ImportRun } from './use-import-job.ts'

interface ImportFrameProps<Progress> {
  title: string
  run: Omit<ImportRun<never, Progress>, 'start'>
  mayStart: boolean
  /** The form whose submit starts the import; else `onStart`. */
  formId?: string
  onStart?: () => void
  onClose: () => void
  outcome: (progress: Progress) => ReactNode
  /** Options before the start. */
  children: ReactNode
}

/** The dialog of an import: its options, then its progress, then its result. It may be closed before it ends. */
export function ImportFrame<Progress>({ run, onClose, children, ...props }: ImportFrameProps<Progress>) {
  const t = useText()
  const { progress } = run
  const footer =
    progress === undefined ? (
      <>
        <Button onClick={onClose}>{t('table.cancel')}</Button>
        <Button
          type="primary"
          {...(props.formId === undefined
            ? { onClick: props.onStart }
            : { form: props.formId, htmlType: 'submit' })}
          disabled={!props.mayStart}
          loading={run.isStarting || run.isUnderWay}
        >
          {t('import.start')}
        </Button>
      </>
    ) : (
      <>
        {run.isUnderWay ? (
          <Button loading={run.isCancelling} onClick={run.cancel}>
            {t('import.stop')}
          </Button>
        ) : (
          <Button onClick={run.again}>{t('import.again')}</Button>
        )}
        <Button type="primary" onClick={onClose}>
          {t('import.close')}
        </Button>
      </>
    )
  return (
    <Modal open width={800} title={props.title} onCancel={onClose} mask={{ closable: false }} footer={footer}>
      {progress === undefined ? children : props.outcome(progress)}
    </Modal>
  )
}
