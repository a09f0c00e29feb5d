/** A file of the phone's kernel that stops charging. Writing it needs root: on phones without it, none works. */
export interface ChargeSwitch {
  name: string
  path: string
  /** What lets the phone charge, and what stops it. */
  on: string
  off: string
}

/** A setting of the phone's system by which it stops charging by itself. */
export interface ChargeCeiling {
  name: string
  /** In the table `global`; phones without it do not have the switch. */
  setting: string
  on: string
  /** The highest level at which a phone stops, in percent. */
  percent: number
  source: string
}

const battery = '/sys/class/power_supply/battery'
/**
 * Collected by the authors of Advanced Charging Controller from phones of many makes
 * (https://github.com/VR-25/acc/blob/master/install/ctrl-files.sh). The first that exists on a phone and keeps what is
 * written to it is used.
 */
export const chargeSwitches: readonly ChargeSwitch[] = [
  { name: 'batt_slate_mode', path: `${battery}/batt_slate_mode`, on: '0', off: '1' },
  { name: 'store_mode', path: `${battery}/store_mode`, on: '0', off: '1' },
  { name: 'mmi_charging_enable', path: `${battery}/mmi_charging_enable`, on: '1', off: '0' },
  { name: 'op_disable_charge', path: `${battery}/op_disable_charge`, on: '0', off: '1' },
  { name: 'battery_charging_enabled', path: `${battery}/battery_charging_enabled`, on: '1', off: '0' },
  { name: 'charging_enabled', path: `${battery}/charging_enabled`, on: '1', off: '0' },
  { name: 'battery_input_suspend', path: `${battery}/battery_input_suspend`, on: '0', off: '1' },
  { name: 'input_suspend', path: `${battery}/input_suspend`, on: '0', off: '1' },
  { name: 'qcom_input_suspend', path: '/sys/class/qcom-battery/input_suspend', on: '0', off: '1' },
  {
    name: 'google_charge_disable',
    path: '/sys/devices/platform/soc/soc:google,charger/charge_disable',
    on: '0',
    off: '1',
  },
  {
    name: 'hw_enable_charger',
    path: '/sys/class/hw_power/charger/charge_data/enable_charger',
    on: '1',
    off: '0',
  },
  {
    name: 'huawei_enable_charger',
    path: '/sys/devices/platform/huawei_charger/enable_charger',
    on: '1',
    off: '0',
  },
  {
    name: 'lge_charging_enable',
    path: '/sys/devices/platform/lge-unified-nodes/charging_enable',
    on: '1',
    off: '0',
  },
  {
    name: 'mt_disable_charger',
    path: '/sys/devices/platform/mt-battery/disable_charger',
    on: '0',
    off: '1',
  },
]

/** Samsung describes the protection; the name of the setting is that of owners’ scripts. */
export const chargeCeilings: readonly ChargeCeiling[] = [
  {
    name: 'protect_battery',
    setting: 'protect_battery',
    on: '1',
    percent: 85,
    source:
      'https://www.samsung.com/in/support/mobile-devices/battery-protection-feature-in-samsung-galaxy-phones/',
  },
]
