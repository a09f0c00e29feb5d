import { fieldNamePattern, isFieldName, widgetTypes } from '@fleetdeck/contract/forms'
import { Form, Input, InputNumber, Select, Slider, Switch, Tabs } from 'antd'
import { orUndefined } from '../../components/blank-values.ts'
import { useText } from '../../ground/language.ts'
import styles from './form-builder.module.css'
import { changeForm, changeItem, useBuilder } from './model/builder-store.ts'
import { type ButtonItem, type FieldItem, type FormItem, fieldsIn } from './model/form-items.ts'
import { findItem } from './model/item-tree.ts'
import { optionLines, parseOptions } from './model/option-lines.ts'
import { PropertyLine } from './PropertyLine.tsx'
import { hasOptions, toRegExp } from './WidgetInput.tsx'

/** Parses a default value according to the type of the field. */
function parseDefault(item: FieldItem, text: string): FieldItem['default'] {
  if (text === '') return undefined
  const type = widgetTypes[item.widget]
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined
  return type === 'array' ? text.split(',') : text
}

function DefaultValue({ item, change }: { item: FieldItem; change: (change: Partial<FieldItem>) => void }) {
  const t = useText()
  if (item.widget === 'upload') return null
  if (widgetTypes[item.widget] === 'boolean')
    return (
      <PropertyLine label={t('form.default')}>
        <Switch checked={item.default === true} onChange={(on) => change({ default: on || undefined })} />
      </PropertyLine>
    )
  return (
    <PropertyLine label={t('form.default')}>
      <Input
        key={item.id}
        maxLength={500}
        defaultValue={Array.isArray(item.default) ? item.default.join(',') : String(item.default ?? '')}
        placeholder={widgetTypes[item.widget] === 'array' ? t('form.commaJoined') : ''}
        onChange={(event) => change({ default: parseDefault(item, event.target.value) })}
      />
    </PropertyLine>
  )
}

function Options({ item, change }: { item: FieldItem; change: (change: Partial<FieldItem>) => void }) {
  const t = useText()
  return (
    <PropertyLine label={t('form.options')}>
      <Input.TextArea
        key={item.id}
        autoSize={{ minRows: 3, maxRows: 12 }}
        aria-label={t('form.options')}
        defaultValue={optionLines(item.options)}
        onChange={(event) =>
          change({ options: parseOptions(event.target.value, item.widget === 'cascader') })
        }
      />
      <small className={styles.hint}>
        {t(item.widget === 'cascader' ? 'form.cascaderHint' : 'form.optionsHint')}
      </small>
    </PropertyLine>
  )
}

function Limits({ item, change }: { item: FieldItem; change: (change: Partial<FieldItem>) => void }) {
  const t = useText()
  const number = (name: 'minimum' | 'maximum', label: string) => (
    <PropertyLine label={label}>
      <InputNumber
        className={styles.wide ?? ''}
        value={item[name] ?? null}
        onChange={(value) => change({ [name]: orUndefined(value) })}
      />
    </PropertyLine>
  )
  return (
    <>
      {number('minimum', t('form.minimum'))}
      {number('maximum', t('form.maximum'))}
    </>
  )
}

function FieldProperties({ item }: { item: FieldItem }) {
  const t = useText()
  const items = useBuilder(({ form }) => form.items)
  const change = (values: Partial<FieldItem>) => changeItem(item.id, values)
  const isTwice = fieldsIn(items).some(({ id, field }) => id !== item.id && field === item.field)
  const isString = widgetTypes[item.widget] === 'string'
  const text = (name: 'label' | 'placeholder' | 'help' | 'pattern' | 'patternMessage', label: string) => (
    <PropertyLine
      label={label}
      wrong={name === 'pattern' && !toRegExp(item.pattern) && t('form.patternWrong')}
    >
      <Input
        maxLength={name === 'help' ? 300 : name === 'pattern' ? 500 : 100}
        value={item[name]}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </PropertyLine>
  )
  return (
    <>
      <PropertyLine
        label={t('form.fieldName')}
        wrong={(!isFieldName(item.field) && t('form.nameWrong')) || (isTwice && t('form.nameTwice'))}
      >
        <Input
          maxLength={64}
          pattern={fieldNamePattern.source}
          value={item.field}
          onChange={(event) => change({ field: event.target.value })}
        />
      </PropertyLine>
      {text('label', t('form.label'))}
      {text('placeholder', t('form.placeholder'))}
      {text('help', t('form.help'))}
      <DefaultValue item={item} change={change} />
      {hasOptions(item.widget) && <Options item={item} change={change} />}
      {(item.widget === 'number' || item.widget === 'slider') && <Limits item={item} change={change} />}
      <PropertyLine label={t('form.required')}>
        <Switch checked={item.required} onChange={(required) => change({ required })} />
      </PropertyLine>
      <PropertyLine label={t('form.disabled')}>
        <Switch checked={item.disabled} onChange={(disabled) => change({ disabled })} />
      </PropertyLine>
      {isString && text('pattern', t('form.pattern'))}
      {isString && item.pattern && text('patternMessage', t('form.patternMessage'))}
    </>
  )
}

function ButtonProperties({ item }: { item: ButtonItem }) {
  const t = useText()
  const change = (values: Partial<ButtonItem>) => changeItem(item.id, values)
  return (
    <>
      <PropertyLine label={t('form.buttonLabel')}>
        <Input maxLength={100} value={item.text} onChange={(event) => change({ text: event.target.value })} />
      </PropertyLine>
      <PropertyLine label={t('form.action')}>
        <Select
          value={item.action}
          options={(['submit', 'reset'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
          onChange={(action) => change({ action })}
        />
      </PropertyLine>
      <PropertyLine label={t('form.look')}>
        <Select
          value={item.look}
          options={(['primary', 'default', 'dashed'] as const).map((value) => ({
            value,
            label: t(`form.look.${value}`),
          }))}
          onChange={(look) => change({ look })}
        />
      </PropertyLine>
    </>
  )
}

function ItemProperties({ item }: { item: FormItem | undefined }) {
  const t = useText()
  if (!item) return <p className={styles.hint}>{t('form.chooseOne')}</p>
  return (
    <>
      {item.kind === 'field' && <FieldProperties item={item} />}
      {item.kind === 'button' && <ButtonProperties item={item} />}
      <PropertyLine label={t('form.span')}>
        <Slider
          ariaLabelForHandle={t('form.span')}
          min={1}
          max={24}
          value={item.span}
          onChange={(span) => changeItem(item.id, { span })}
        />
      </PropertyLine>
    </>
  )
}

function SettingsOfForm() {
  const t = useText()
  const settings = useBuilder(({ form }) => form.settings)
  const title = useBuilder(({ form }) => form.title)
  const change = (values: Partial<typeof settings>) => changeForm({ settings: { ...settings, ...values } })
  const number = (name: 'labelWidth' | 'gutter', [min, max]: [number, number]) => (
    <PropertyLine label={t(`form.${name}`)}>
      <InputNumber
        className={styles.wide ?? ''}
        {...{ min, max }}
        value={settings[name]}
        onChange={(value) => value !== null && change({ [name]: Math.round(value) })}
      />
    </PropertyLine>
  )
  return (
    <>
      <PropertyLine label={t('form.formTitle')}>
        <Input
          maxLength={100}
          value={title}
          onChange={(event) => changeForm({ title: event.target.value })}
        />
      </PropertyLine>
      <PropertyLine label={t('form.size')}>
        <Select
          value={settings.size}
          options={(['small', 'middle', 'large'] as const).map((value) => ({
            value,
            label: t(`form.size.${value}`),
          }))}
          onChange={(size) => change({ size })}
        />
      </PropertyLine>
      <PropertyLine label={t('form.labelPosition')}>
        <Select
          value={settings.labelPosition}
          options={(['top', 'left', 'right'] as const).map((value) => ({
            value,
            label: t(`form.position.${value}`),
          }))}
          onChange={(labelPosition) => change({ labelPosition })}
        />
      </PropertyLine>
      {settings.labelPosition !== 'top' && number('labelWidth', [40, 400])}
      {number('gutter', [0, 64])}
      <PropertyLine label={t('form.disabled')}>
        <Switch checked={settings.disabled} onChange={(disabled) => change({ disabled })} />
      </PropertyLine>
      <PropertyLine label={t('form.buttons')}>
        <Switch checked={settings.buttons} onChange={(buttons) => change({ buttons })} />
      </PropertyLine>
    </>
  )
}

/** Properties of the selected part, and of the form. */
export function Properties() {
  const t = useText()
  const item = useBuilder(({ form, chosenId }) => findItem(form.items, chosenId))
  return (
    <aside className={styles.properties} aria-label={t('form.properties')}>
      <Form layout="vertical" size="small" component={false}>
        <Tabs
          size="small"
          items={[
            { key: 'item', label: t('form.ofItem'), children: <ItemProperties item={item} /> },
            { key: 'form', label: t('form.ofForm'), children: <SettingsOfForm /> },
          ]}
        />
      </Form>
    </aside>
  )
}
