import { AppstoreOutlined } from '@ant-design/icons'
import type { WallLayout } from '@fleetdeck/contract/device-wall'
import { Badge, Button, Checkbox, Dropdown, Form, type MenuProps, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import { useId, useState } from 'react'
import { inBackground } from '../../../api/feedback.ts'
import { errorMessage } from '../../../api/message-of.ts'
import { useConfirmCount } from '../../../components/ConfirmCount.tsx'
import { useText } from '../../../ground/language.ts'
import type { Layouts } from './use-layouts.ts'
import styles from './wall.module.css'

interface SaveDialogProps {
  onSave: Layouts['saveAs']
  onClose: () => void
}

function SaveDialog({ onSave, onClose }: SaveDialogProps) {
  const t = useText()
  const id = useId()
  const [form] = Form.useForm<{ layoutName: string; isShared: boolean }>()
  const [isSaving, setSaving] = useState(false)
  const save = async (values: { layoutName: string; isShared: boolean }) => {
    setSaving(true)
    try {
      await onSave(values)
      onClose()
    } catch (error) {
      form.setFields([{ name: 'layoutName', errors: [errorMessage(error)] }])
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      width={400}
      title={t('wall.layoutSaveTitle')}
      okText={t('common.save')}
      okButtonProps={{ htmlType: 'submit', form: id, loading: isSaving }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form
        form={form}
        id={id}
        layout="vertical"
        requiredMark={false}
        initialValues={{ isShared: false }}
        onFinish={save}
      >
        <Form.Item
          name="layoutName"
          label={t('wall.layoutName')}
          rules={[{ required: true, whitespace: true, message: t('wall.layoutNameRequired') }]}
        >
          <Input autoFocus maxLength={50} />
        </Form.Item>
        <Form.Item name="isShared" valuePropName="checked" extra={t('wall.layoutShareHint')}>
          <Checkbox>{t('wall.layoutShare')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Own layouts, then those of others with their creators. */
function choices(list: readonly WallLayout[], choose: Layouts['choose']): MenuProps['items'] {
  return list.map((row) => ({
    key: row.id,
    label: (
      <span className={styles.layoutName}>
        <span className={styles.cut}>{row.layoutName}</span>
        {!row.isOwn && <span className={styles.faint}>{row.userName}</span>}
      </span>
    ),
    onClick: () => inBackground(choose(row)),
  }))
}

interface LayoutMenuProps {
  layouts: Layouts
  onArrange: () => void
}

/** Chooses, saves and arranges views of the wall. */
export function LayoutMenu({ layouts, onArrange }: LayoutMenuProps) {
  const t = useText()
  const confirm = useConfirmCount()
  const [isSaving, setSaving] = useState(false)
  const { list, layout, order, isChanged } = layouts
  const changing: MenuProps['items'] = layout?.mayChange
    ? [
        {
          key: 'update',
          label: t('wall.layoutUpdate'),
          disabled: !isChanged,
          onClick: () => inBackground(layouts.update(layout)),
        },
        layout.isOwn
          ? {
              key: 'share',
              label: t(layout.isShared ? 'wall.layoutUnshare' : 'wall.layoutShare'),
              onClick: () => inBackground(layouts.share(layout)),
            }
          : null,
        {
          key: 'delete',
          danger: true,
          label: t('wall.layoutDelete'),
          onClick: () =>
            inBackground(
              confirm({
                title: t('table.deleteOne', { name: layout.layoutName }),
                names: [layout.layoutName],
                hint: layout.isShared ? t('wall.layoutDeleteShared') : '',
                okText: t('table.delete'),
                run: () => layouts.remove(layout),
              }),
            ),
        },
      ]
    : []
  const items: MenuProps['items'] = [
    ...(list.length > 0 ? [...(choices(list, layouts.choose) ?? []), { type: 'divider' as const }] : []),
    { key: 'arrange', label: t('wall.arrange'), onClick: onArrange },
    {
      key: 'automatic',
      label: t('wall.automatic'),
      disabled: !layout && order.length === 0,
      onClick: layouts.leave,
    },
    { key: 'saveAs', label: t('wall.layoutSaveAs'), onClick: () => setSaving(true) },
    ...changing,
  ]
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          className: styles.layoutMenu ?? '',
          selectable: true,
          selectedKeys: layout ? [String(layout.id)] : [],
        }}
      >
        <Button
          icon={<AppstoreOutlined />}
          title={t('wall.layout')}
          aria-description={isChanged ? t('wall.layoutChanged') : undefined}
        >
          <span className={styles.layoutTitle}>{layout?.layoutName ?? t('wall.layout')}</span>
          {isChanged && (
            <span title={t('wall.layoutChanged')}>
              <Badge status="processing" />
            </span>
          )}
        </Button>
      </Dropdown>
      {isSaving && <SaveDialog onSave={layouts.saveAs} onClose={() => setSaving(false)} />}
    </>
  )
}
