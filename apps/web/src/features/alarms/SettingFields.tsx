import { type AlarmSetting, AlarmSettingDraft, alarmSettings, RobotKind } from '@fleetdeck/contract/alarms'
import { languages } from '@fleetdeck/i18n/languages'
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { UserPicker } from '../../components/pickers/UserPicker.tsx'
import { StatusField } from '../../components/StatusField.tsx'
import { TextField } from '../../crud/fields.tsx'
import { languageNames, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './alarms.module.css'
import { TestButton } from './TestButton.tsx'

type Row = AlarmSetting | undefined

function RobotFields({ setting }: { setting: Row }) {
  const t = useText()
  const kind = Form.useWatch('robotKind') as RobotKind | undefined
  const chosen = kind ?? setting?.robotKind ?? 'dingtalk'
  const hasAddress = setting !== undefined && setting.robotAddress !== ''
  return (
    <>
      <Form.Item name="robotKind" label={t('alarm.robot')}>
        <Radio.Group
          optionType="button"
          options={RobotKind.options.map((value) => ({ value, label: t(`alarm.robot.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="robotAddress"
        label={t('alarm.address')}
        extra={t(hasAddress ? 'alarm.addressKept' : `alarm.addressHint.${chosen}`)}
        rules={[
          { required: !hasAddress, whitespace: true, message: t('alarm.addressRequired') },
          { pattern: /^https?:\/\/[^@/]+(\/|$|\?)/i, message: t('alarm.addressWrong') },
        ]}
      >
        <Input maxLength={1000} autoComplete="off" placeholder={setting?.robotAddress || 'https://'} />
      </Form.Item>
      <Form.Item
        name="robotKey"
        label={t('alarm.key')}
        extra={t(setting?.hasKey ? 'alarm.keyKept' : `alarm.keyHint.${chosen}`)}
      >
        <Input.Password
          maxLength={500}
          autoComplete="new-password"
          {...(setting?.hasKey && { placeholder: '••••••••' })}
        />
      </Form.Item>
      <Form.Item name="atAll" label={t('alarm.atAll')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}

interface NumberFieldProps {
  name: 'offline' | 'lowBattery' | 'memory' | 'sourceFailures' | 'frequency' | 'count'
  unit?: string
  range:
    | 'offlineRange'
    | 'batteryRange'
    | 'memoryRange'
    | 'sourceFailuresRange'
    | 'frequencyRange'
    | 'countRange'
  /** Bounds of the value; 0 is also allowed. */
  min: number
  max: number
  hint: string
}

function NumberField({ name, unit, range, min, max, hint }: NumberFieldProps) {
  const t = useText()
  const message = t(`alarm.${range}`)
  const zeroIsOff = name !== 'frequency'
  return (
    <Form.Item
      name={name}
      label={t(`alarm.${name}`)}
      extra={hint}
      rules={[
        {
          validator: (_, value: unknown) => {
            const number = Number(value)
            const isRight =
              Number.isInteger(number) &&
              value !== null &&
              ((number >= min && number <= max) || (zeroIsOff && number === 0))
            return isRight ? Promise.resolve() : Promise.reject(new Error(message))
          },
        },
      ]}
    >
      <InputNumber style={{ width: '100%' }} {...(unit && { suffix: unit })} />
    </Form.Item>
  )
}

function RuleFields() {
  const t = useText()
  const off = t('alarm.zeroOff')
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          name="offline"
          unit={t('alarm.seconds')}
          range="offlineRange"
          min={10}
          max={604_800}
          hint={off}
        />
        <NumberField name="lowBattery" unit="%" range="batteryRange" min={1} max={99} hint={off} />
        <NumberField name="memory" unit="MB" range="memoryRange" min={1} max={65_536} hint={off} />
        <NumberField
          name="sourceFailures"
          unit={t('alarm.timesInRow')}
          range="sourceFailuresRange"
          min={1}
          max={20}
          hint={off}
        />
      </div>
      <div className={styles.pair}>
        <Form.Item name="serviceDown" label={t('alarm.serviceDown')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="hotStopped" label={t('alarm.hotStopped')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="questions" label={t('alarm.questions')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
    </>
  )
}

function MessageFields() {
  const t = useText()
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          name="frequency"
          unit={t('alarm.seconds')}
          range="frequencyRange"
          min={30}
          max={86_400}
          hint={t('alarm.frequencyHint')}
        />
        <NumberField name="count" range="countRange" min={0} max={1000} hint={t('alarm.countHint')} />
      </div>
      <TextField
        draft={AlarmSettingDraft}
        name="prefix"
        label={t('alarm.prefix')}
        hint={t('alarm.prefixHint')}
      />
      <Form.Item name="language" label={t('alarm.language')}>
        <Select
          options={[
            { value: '', label: t('alarm.siteLanguage') },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
        />
      </Form.Item>
    </>
  )
}

/** Receiver, kinds and frequency of notifications. */
export function SettingFields({ setting }: { setting: Row }) {
  const t = useText()
  const mayTest = useMay(alarmSettings.test.permission)
  return (
    <>
      {!setting && (
        <Form.Item name="userId" label={t('alarm.user')} extra={t('alarm.userHint')}>
          <UserPicker allowClear />
        </Form.Item>
      )}
      <StatusField />
      <h3 className={styles.section}>{t('alarm.sectionRobot')}</h3>
      <RobotFields setting={setting} />
      {mayTest && <TestButton id={setting?.id} />}
      <h3 className={styles.section}>{t('alarm.sectionRules')}</h3>
      <RuleFields />
      <h3 className={styles.section}>{t('alarm.sectionMessages')}</h3>
      <MessageFields />
    </>
  )
}
