import { confirmRequiredCode } from '@fleetdeck/contract/endpoint'
import { scrcpyFileLimit, scrcpyServer } from '@fleetdeck/contract/scrcpy-server'
import { Checkbox, Modal, Progress } from 'antd'
import { useState } from 'react'
import { withQuery } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { inBackground, showError, showSuccess } from '../../api/feedback.ts'
import { buildForm, uploadTo } from '../../api/upload-file.ts'
import panels from '../../components/panels/panels.module.css'
import { FileDrop } from '../../components/upload/FileDrop.tsx'
import { useText } from '../../ground/language.ts'

/** A file that the server does not know, and its question about it. */
interface Unknown {
  file: File
  question: string
}

interface VouchProps extends Unknown {
  isBusy: boolean
  onUse: () => void
  onClose: () => void
}

/** The user vouches for a file that scrcpy has not published. */
function VouchDialog({ file, question, isBusy, onUse, onClose }: VouchProps) {
  const t = useText()
  const [isChecked, setChecked] = useState(false)
  return (
    <Modal
      open
      title={t('scrcpy.unknownTitle')}
      okText={t('scrcpy.useIt')}
      cancelText={t('table.cancel')}
      okButtonProps={{ disabled: !isChecked, danger: true, loading: isBusy }}
      onOk={onUse}
      onCancel={onClose}
    >
      <p>
        <strong>{file.name}</strong>
      </p>
      <p style={{ overflowWrap: 'anywhere' }}>{question}</p>
      <p>{t('scrcpy.unknownHint')}</p>
      <Checkbox checked={isChecked} onChange={(event) => setChecked(event.target.checked)}>
        {t('scrcpy.vouch')}
      </Checkbox>
    </Modal>
  )
}

interface ScrcpyUploadProps {
  /** There is a file that the next one replaces. */
  isReplaced: boolean
  onSaved: () => Promise<unknown>
}

export function ScrcpyUpload({ isReplaced, onSaved }: ScrcpyUploadProps) {
  const t = useText()
  const [percent, setPercent] = useState<number>()
  const [unknown, setUnknown] = useState<Unknown>()
  const title = t(isReplaced ? 'scrcpy.replace' : 'scrcpy.upload')
  const send = async (file: File, isConfirmed: boolean) => {
    setPercent(0)
    const { path } = scrcpyServer.replace
    const endpoint = {
      ...scrcpyServer.replace,
      path: isConfirmed ? withQuery(path, { confirmed: true }) : path,
    }
    const progress = (loaded: number, total: number) => setPercent(Math.floor((100 * loaded) / total))
    try {
      await uploadTo(endpoint, buildForm(file), progress)
      setUnknown(undefined)
      showSuccess(t('scrcpy.saved'))
      await onSaved()
    } catch (error) {
      const isQuestion = error instanceof CallError && error.code === confirmRequiredCode
      if (isQuestion) setUnknown({ file, question: error.message })
      else showError(error)
    } finally {
      setPercent(undefined)
    }
  }
  const isBusy = percent !== undefined
  return (
    <section className={panels.card} aria-label={title}>
      <h2>{title}</h2>
      <FileDrop
        types="any"
        limit={scrcpyFileLimit}
        isBusy={isBusy}
        onFile={(file) => inBackground(send(file, false))}
        chosen={t('scrcpy.hint', { size: scrcpyFileLimit })}
      >
        {isBusy && <Progress percent={percent} size="small" aria-label={title} />}
      </FileDrop>
      {unknown && (
        <VouchDialog
          {...unknown}
          isBusy={isBusy}
          onUse={() => inBackground(send(unknown.file, true))}
          onClose={() => setUnknown(undefined)}
        />
      )}
    </section>
  )
}
