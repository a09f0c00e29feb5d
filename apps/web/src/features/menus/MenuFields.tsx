import { MenuType } from '@fleetdeck/contract/enums'
import { Collapse, Form, Input, InputNumber, Radio } from 'antd'
import { DictField } from '../../components/dictionary/DictField.tsx'
import { useText } from '../../ground/language.ts'
import { IconPicker } from './IconPicker.tsx'
import { Flag, TextField } from './menu-inputs.tsx'
import styles from './menus.module.css'
import { PermissionField } from './PermissionField.tsx'

/** The common fields, then those of the selected kind. */
export function MenuFields() {
  const t = useText()
  const menuType = Form.useWatch('menuType') as MenuType | undefined
  return (
    <>
      <Form.Item name="menuType" label={t('menuRow.type')}>
        <Radio.Group
          optionType="button"
          options={[
            { value: MenuType.directory, label: t('menuRow.type0') },
            { value: MenuType.menu, label: t('menuRow.type1') },
            { value: MenuType.button, label: t('menuRow.type2') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="menuName"
        label={t('menuRow.name')}
        rules={[{ required: true, whitespace: true, message: t('menuRow.nameRequired') }]}
      >
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="orderNum"
        label={t('menuRow.order')}
        rules={[{ required: true, message: t('menuRow.orderRequired') }]}
      >
        <InputNumber min={0} max={9999} precision={0} />
      </Form.Item>
      <Form.Item
        name="moduleType"
        label={t('menuRow.moduleType')}
        rules={[{ required: true, message: t('menuRow.moduleTypeRequired') }]}
      >
        <DictField type="menu_module_type" />
      </Form.Item>
      <Form.Item name="status" label={t('menuRow.status')} extra={t('menuRow.statusHint')}>
        <DictField type="sys_normal_disable" as="radio" isNumber />
      </Form.Item>
      {menuType !== MenuType.button && <PlaceFields menuType={menuType} />}
      {menuType !== MenuType.directory && (
        <PermissionField
          required={menuType === MenuType.button ? t('menuRow.permissionRequired') : undefined}
        />
      )}
      <MoreFields menuType={menuType} />
    </>
  )
}

/** Position of a directory or page in address and sidebar. */
function PlaceFields({ menuType }: { menuType: MenuType | undefined }) {
  const t = useText()
  const isFrame = Form.useWatch('isFrame') as boolean | undefined
  return (
    <>
      <Form.Item name="icon" label={t('menuRow.icon')}>
        <IconPicker />
      </Form.Item>
      <TextField name="path" max={200} required={t('menuRow.pathRequired')} />
      {menuType === MenuType.menu && (
        <TextField
          name="component"
          max={255}
          required={isFrame ? undefined : t('menuRow.componentRequired')}
        />
      )}
      <div className={styles.switches}>
        <Flag name="isFrame" />
        <Flag name="visible" hint={t('menuRow.visibleHint')} />
        {menuType === MenuType.menu && <Flag name="isCache" hint={t('menuRow.isCacheHint')} />}
      </div>
    </>
  )
}

/** Optional fields that most rows do not need. */
function MoreFields({ menuType }: { menuType: MenuType | undefined }) {
  const t = useText()
  const isMenu = menuType === MenuType.menu
  const isDirectory = menuType === MenuType.directory
  const fields = (
    <>
      {isMenu && <TextField name="routeName" max={50} />}
      {isMenu && <TextField name="query" max={255} />}
      {isDirectory && <TextField name="redirect" max={200} />}
      {isMenu && <TextField name="activeMenu" max={200} />}
      {menuType !== MenuType.button && <TextField name="langKey" max={100} />}
      <div className={styles.switches}>
        {isMenu && <Flag name="affix" />}
        {menuType !== MenuType.button && <Flag name="breadcrumb" />}
        {isDirectory && <Flag name="alwaysShow" hint={t('menuRow.alwaysShowHint')} />}
      </div>
      <Form.Item name="remark" label={t('menuRow.remark')}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </>
  )
  return (
    <Collapse
      ghost
      items={[{ key: 'more', label: t('menuRow.more'), children: fields, forceRender: true }]}
    />
  )
}
