import type { StoredFile } from '@fleetdeck/contract/files'
import { Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { inBackground, showFailure } from '../../api/feedback.ts'
import { type OnProgress, uploadFile } from '../../api/upload-file.ts'
import { choicesText, useText } from '../../ground/language.ts'
import { byteText } from '../byte-text.ts'
import { checkFile } from './check-file.ts'
import { FileDrop } from './FileDrop.tsx'

export interface UploadFieldProps {
  /** File endings without the dot. */
  types: readonly string[]
  /** MB. */
  limit: number
  value?: StoredFile | undefined
  onChange?: (file: StoredFile | undefined) => void
  id?: string
  /** Uploaded when the field appears. */
  initial?: File | undefined
  /** Replaces the call for files of any kind. */
  send?: (file: File, onProgress: OnProgress) => Promise<StoredFile>
}

/** One file, uploaded immediately with progress; for forms. */
export function UploadField(props: UploadFieldProps) {
  const { types, limit, value, onChange, id, initial, send = uploadFile } = props
  const t = useText()
  const [name, setName] = useState('')
  const [percent, setPercent] = useState<number>()
  const take = async (file: File) => {
    setName(file.name)
    setPercent(0)
    try {
      onChange?.(await send(file, (loaded, total) => setPercent(Math.floor((100 * loaded) / total))))
    } catch (error) {
      onChange?.(undefined)
      const isGivenUp = error instanceof Error && error.name === 'AbortError'
      if (!isGivenUp) showFailure(error instanceof Error ? error.message : t('upload.failed'))
    }
    setPercent(undefined)
  }
  const isBegun = useRef(false)
  useEffect(() => {
    if (!initial || isBegun.current) return
    isBegun.current = true
    const refusal = checkFile({ file: initial, count: 1, types, limit })
    if (refusal) showFailure(t(refusal, { types: choicesText(types), size: limit }))
    else inBackground(take(initial))
  })
  const chosen = value && (
    <strong>
      {name} · {byteText(value.size)}
    </strong>
  )
  return (
    <FileDrop
      id={id}
      types={types}
      limit={limit}
      isBusy={percent !== undefined}
      onFile={(file) => void take(file)}
      chosen={chosen}
    >
      {percent !== undefined && <Progress percent={percent} size="small" aria-label={name} />}
    </FileDrop>
  )
}
