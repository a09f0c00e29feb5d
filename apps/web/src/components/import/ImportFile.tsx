import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { download } from '../../api/download.ts'
import { useText } from '../../ground/language.ts'
import { FileDrop } from '../upload/FileDrop.tsx'

interface ImportFileProps {
  types: readonly string[]
  /** MB. */
  limit: number
  /** Other limits of the file, as a text. */
  limits: string
  file: File | undefined
  onFile: (file: File) => void
  /** Creates the empty template file. */
  template: () => Promise<{ fileName: string }>
}

/** The file of an import, and its template. */
export function ImportFile({ file, limits, template, ...drop }: ImportFileProps) {
  const t = useText()
  const fetching = useMutation({ mutationFn: async () => download((await template()).fileName) })
  return (
    <>
      <FileDrop {...drop} chosen={file && <strong>{file.name}</strong>}>
        <span>{limits}</span>
      </FileDrop>
      <Button
        type="link"
        style={{ marginBlock: 8, paddingInline: 0 }}
        icon={<DownloadOutlined />}
        loading={fetching.isPending}
        onClick={() => fetching.mutate()}
      >
        {t('import.template')}
      </Button>
    </>
  )
}
