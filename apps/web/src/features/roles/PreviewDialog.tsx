import type { RolePreview } from '@fleetdeck/contract/role-changes'
import { Modal, Typography } from 'antd'
import { useText } from '../../ground/language.ts'
import { differenceParts, RoleDifferenceView } from './RoleDifferenceView.tsx'

/** Whether a change is worth a question: texts are not. */
export const needsQuestion = ({ addedMenus, removedMenus, ...rest }: RolePreview) =>
  addedMenus.length +
    removedMenus.length +
    rest.addedDepartments.length +
    rest.removedDepartments.length +
    rest.fields.length +
    rest.hiddenDevices +
    rest.shownDevices >
  0

interface PreviewDialogProps {
  preview: RolePreview
  onSave: () => void
  onClose: () => void
}

/** The effect of saving a role, and the number of users affected. */
export function PreviewDialog({ preview, onSave, onClose }: PreviewDialogProps) {
  const t = useText()
  const { userCount, hiddenDevices, shownDevices, isExact } = preview
  const parts = [
    ...differenceParts(t, preview),
    t('role.affectsUsers', { count: userCount }),
    ...(hiddenDevices ? [t('role.hidesDevices', { count: hiddenDevices })] : []),
    ...(shownDevices ? [t('role.showsDevices', { count: shownDevices })] : []),
  ]
  return (
    <Modal
      open
      width={560}
      title={t('role.previewTitle')}
      okText={t('table.save')}
      cancelText={t('table.keepEditing')}
      okButtonProps={{ autoFocus: true }}
      onOk={onSave}
      onCancel={onClose}
    >
      <Typography.Paragraph strong>{parts.join(' · ')}</Typography.Paragraph>
      {!isExact && <Typography.Paragraph type="secondary">{t('role.firstUsersOnly')}</Typography.Paragraph>}
      <div style={{ maxHeight: '50vh', overflow: 'auto' }}>
        <RoleDifferenceView difference={preview} />
      </div>
    </Modal>
  )
}
