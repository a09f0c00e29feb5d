import { formerImport } from '@fleetdeck/contract/former-import'
import { Alert, Flex, Modal } from 'antd'
import { useState } from 'react'
import { FilePreview } from '../../components/import/FilePreview.tsx'
import { type FileLayout, isComplete } from '../../components/import/file-layout.ts'
import { useText } from '../../ground/language.ts'
import { KindSelect } from './KindSelect.tsx'
import type { ChosenFile } from './use-former-import.ts'

interface ColumnsDialogProps {
  chosen: ChosenFile
  onSave: (chosen: ChosenFile) => void
  onClose: () => void
}

/** The first rows of a file, with its encoding and the field of each column. */
export function ColumnsDialog({ chosen: { file, ...before }, onSave, onClose }: ColumnsDialogProps) {
  const t = useText()
  const [kind, setKind] = useState(before.kind)
  const [layout, setLayout] = useState<FileLayout>()
  const isUnknown = layout !== undefined && layout.fields.length === 0
  return (
    <Modal
      open
      width={800}
      title={t('formerImport.columnsTitle', { name: file.name })}
      okText={t('table.save')}
      cancelText={t('table.cancel')}
      okButtonProps={{ disabled: !layout || !isComplete(layout) }}
      onOk={() => layout && onSave({ file, kind, layout })}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Flex vertical gap={12} style={{ marginBlockEnd: 12 }}>
        <Flex gap={8} align="center">
          {t('formerImport.kind')}
          <KindSelect name={file.name} value={kind} onChange={setKind} />
        </Flex>
        {isUnknown && <Alert type="error" showIcon title={t('formerImport.unknownColumns')} />}
      </Flex>
      <FilePreview file={file} call={formerImport.preview} kind={kind} layout={layout} onLayout={setLayout} />
    </Modal>
  )
}
