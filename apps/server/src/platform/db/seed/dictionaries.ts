import type { ListClass } from '@fleetdeck/contract/dictionaries'

interface ValueSeed {
  value: string
  listClass: ListClass
  isDefault?: true
}

/** Dictionaries shipped with the program; their texts are in the catalogues under `dict.<type>.<value>`. */
export const dictionarySeeds: Record<string, ValueSeed[]> = {
  sys_user_sex: [
    { value: '0', listClass: 'default', isDefault: true },
    { value: '1', listClass: 'default' },
    { value: '2', listClass: 'default' },
  ],
  sys_show_hide: [
    { value: '0', listClass: 'primary', isDefault: true },
    { value: '1', listClass: 'danger' },
  ],
  sys_normal_disable: [
    { value: '0', listClass: 'primary', isDefault: true },
    { value: '1', listClass: 'danger' },
  ],
  sys_job_status: [
    { value: '0', listClass: 'primary', isDefault: true },
    { value: '1', listClass: 'danger' },
  ],
  sys_job_group: [
    { value: 'DEFAULT', listClass: 'default', isDefault: true },
    { value: 'SYSTEM', listClass: 'default' },
  ],
  sys_yes_no: [
    { value: 'Y', listClass: 'primary', isDefault: true },
    { value: 'N', listClass: 'danger' },
  ],
  sys_notice_type: [
    { value: '1', listClass: 'warning', isDefault: true },
    { value: '2', listClass: 'success' },
  ],
  sys_notice_status: [
    { value: '0', listClass: 'primary', isDefault: true },
    { value: '1', listClass: 'danger' },
  ],
  sys_oper_type: [
    { value: '0', listClass: 'info' },
    { value: '1', listClass: 'info' },
    { value: '2', listClass: 'info' },
    { value: '3', listClass: 'danger' },
    { value: '4', listClass: 'primary' },
    { value: '5', listClass: 'warning' },
    { value: '6', listClass: 'warning' },
    { value: '7', listClass: 'danger' },
    { value: '8', listClass: 'warning' },
    { value: '9', listClass: 'danger' },
  ],
  sys_common_status: [
    { value: '0', listClass: 'primary' },
    { value: '1', listClass: 'danger' },
  ],
  menu_module_type: [{ value: 'sys_admin', listClass: 'primary', isDefault: true }],
  device_status: [
    { value: '0', listClass: 'success', isDefault: true },
    { value: '1', listClass: 'danger' },
  ],
  task_exec_type: [
    { value: '1', listClass: 'default', isDefault: true },
    { value: '2', listClass: 'info' },
  ],
  task_schedule_type: [
    { value: '0', listClass: 'default', isDefault: true },
    { value: '1', listClass: 'default' },
    { value: '2', listClass: 'default' },
    { value: '3', listClass: 'default' },
  ],
  device_screen_mode: [
    { value: '1', listClass: 'primary' },
    { value: '2', listClass: 'default', isDefault: true },
  ],
  device_alarm_kind: [
    { value: 'offline', listClass: 'danger' },
    { value: 'battery', listClass: 'warning' },
    { value: 'memory', listClass: 'warning' },
    { value: 'service', listClass: 'danger' },
    { value: 'hotScript', listClass: 'danger' },
    { value: 'scriptSource', listClass: 'warning' },
  ],
}
