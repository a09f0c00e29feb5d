import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { download } from '../../api/download.ts'
import { useText } from '../../ground/language.ts'
import { FileDrop } from '../upload/FileDrop.tsx'
import { FilePreview, type PreviewCall } from './FilePreview.tsx'
import type { ChosenFile } from './use-chosen-file.ts'

interface ImportFileProps {
  types: readonly string[]
  /** MB. */
  limit: number
  /** Other limits of the file, as a text. */
  limits: string
  chosen: ChosenFile
  preview: PreviewCall
  /** Creates the empty template file. */
  template: () => Promise<{ fileName: string }>
}

/** The file of an import with its preview, and its template. */
export function ImportFile({ chosen, preview, limits, template, ...drop }: ImportFileProps) {
  const t = useText()
  const { file, key, layout, setLayout } = chosen
  const fetching = useMutation({ mutationFn: async () => download((await template()).fileName) })
  return (
    <>
      <FileDrop {...drop} onFile={chosen.choose} chosen={file && <strong>{file.name}</strong>}>
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
      {file && <FilePreview key={key} file={file} call={preview} layout={layout} onLayout={setLayout} />}
    </>
  )
}
