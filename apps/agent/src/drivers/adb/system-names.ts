/** A maker's own system on top of Android, as a phone's properties tell it. */
interface MakersSystem {
  name: string
  /** The phone runs it if this property matches. */
  when: [property: string, value: RegExp]
  /** Where its version is; the first that can be read counts. */
  version: readonly [property: string, read: (value: string) => string | undefined][]
  /** Where the property was published. */
  source: string
}

const collected = (folder: string) =>
  `https://github.com/getActivity/AndroidSystemPropertyCollect/tree/8f4413a19094/${folder}`

/** The groups of the pattern, with dots; `4.2.0` is written as `4.2`. */
const read = (pattern: RegExp) => (value: string) => {
  const groups = pattern.exec(value)?.slice(1).filter(Boolean)
  return groups?.join('.').replace(/^(\d+\.\d+)\.0$/, '$1')
}
const three = read(/(\d+(?:\.\d+){1,2})/)

/** 60101 is 6.1.1; the platform's number is larger by 90000. */
const oneUi = (offset: number) => (value: string) => {
  const code = Number(value) - offset
  if (!(code >= 10_000)) return undefined
  return read(/^(\d+)0(\d)0(\d)$/)(String(code))
}

/** The first that matches counts: some systems keep the properties of those that they were made from. */
const systems: readonly MakersSystem[] = [
  {
    name: 'HyperOS',
    when: ['ro.mi.os.version.name', /./],
    version: [
      ['ro.mi.os.version.incremental', three],
      ['ro.mi.os.version.name', three],
    ],
    source: collected('HyperOS'),
  },
  {
    name: 'JOYUI',
    when: ['ro.build.version.incremental', /JOYUI/],
    version: [['ro.build.version.incremental', read(/^V(\d+\.\d+\.\d+)/)]],
    source: collected('Other'),
  },
  {
    name: 'MIUI',
    when: ['ro.miui.ui.version.name', /./],
    version: [
      ['ro.build.version.incremental', read(/^V(\d+\.\d+\.\d+)/)],
      ['ro.miui.ui.version.name', read(/^V(\d|1\d)(\d?)$/)],
    ],
    source: collected('MIUI'),
  },
  {
    name: 'realme UI',
    when: ['ro.build.version.realmeui', /./],
    version: [['ro.build.version.realmeui', three]],
    source: collected('realmeUI'),
  },
  {
    // Outside China OnePlus gives ColorOS this name.
    name: 'OxygenOS',
    when: ['ro.build.display.id', /^(?:CPH|LE|NE|IN|KB)\d+_\d+\.\d+\.\d+\.\d+\(EX\d+\)/],
    version: [['ro.build.display.id', read(/_(\d+\.\d+\.\d+)/)]],
    source: collected('OxygenOS'),
  },
  {
    name: 'ColorOS',
    when: ['ro.build.version.oplusrom', /./],
    version: [
      ['ro.build.version.oplusrom.display', three],
      ['ro.build.version.oplusrom', three],
    ],
    source: collected('ColorOS'),
  },
  {
    name: 'ColorOS',
    when: ['ro.build.version.opporom', /./],
    version: [['ro.build.version.opporom', three]],
    source: collected('ColorOS'),
  },
  {
    // Its Android part, for apps of Android.
    name: 'HarmonyOS NEXT',
    when: ['ro.sys.anco.product.software.version', /./],
    version: [['ro.sys.anco.product.software.version', read(/ (\d+\.\d+\.\d+)/)]],
    source: collected('HarmonyOS%20NEXT'),
  },
  // EMUI 11 has its platform's version too, so that it tells nothing alone.
  ...(['ro.build.ohos.devicetype', 'persist.sys.ohos.osd.cloud.switch'] as const).map(
    (property): MakersSystem => ({
      name: 'HarmonyOS',
      when: [property, /./],
      version: [
        ['hw_sc.build.platform.version', three],
        ['ro.huawei.build.display.id', read(/ (\d+\.\d+\.\d+)/)],
        ['ro.build.display.id', read(/ (\d+\.\d+\.\d+)/)],
      ],
      source: collected('HarmonyOS'),
    }),
  ),
  {
    name: 'MagicOS',
    when: ['ro.build.version.magic', /^MagicOS/],
    version: [
      ['msc.config.magic.version', three],
      ['ro.build.version.magic', three],
    ],
    source: collected('MagicOS'),
  },
  {
    name: 'Magic UI',
    when: ['ro.build.version.magic', /./],
    version: [['ro.build.version.magic', three]],
    source: collected('MagicOS'),
  },
  {
    name: 'EMUI',
    when: ['ro.build.version.emui', /^EmotionUI/],
    version: [['ro.build.version.emui', three]],
    source: collected('EMUI'),
  },
  {
    // ro.vivo.os.name is Funtouch in both, and ro.vivo.os.version another number.
    name: 'OriginOS',
    when: ['ro.vivo.os.build.display.id', /^OriginOS/],
    version: [['ro.vivo.os.build.display.id', read(/(\d+(?:\.\d+)*)/)]],
    source: collected('OriginOS'),
  },
  {
    name: 'Funtouch OS',
    when: ['ro.vivo.os.name', /^Funtouch/],
    version: [
      ['ro.vivo.os.build.display.id', read(/(\d+(?:\.\d+)*)/)],
      ['ro.vivo.os.version', read(/(\d+(?:\.\d+)*)/)],
    ],
    source: collected('FuntouchOS'),
  },
  {
    name: 'One UI',
    when: ['ro.build.version.oneui', /^\d+$/],
    version: [['ro.build.version.oneui', oneUi(0)]],
    source: collected('OneUI'),
  },
  {
    name: 'One UI',
    when: ['ro.build.version.sep', /^1\d{5}$/],
    version: [['ro.build.version.sep', oneUi(90_000)]],
    source: collected('OneUI'),
  },
  {
    name: 'OxygenOS',
    when: ['ro.oxygen.version', /./],
    version: [['ro.oxygen.version', three]],
    source: collected('OxygenOS'),
  },
  {
    name: 'H2OS',
    when: ['ro.rom.version', /^(?:H2OS|\d)/],
    version: [['ro.rom.version', three]],
    source: collected('H2OS'),
  },
  {
    name: 'Flyme',
    when: ['ro.build.display.id', /^Flyme /],
    version: [['ro.build.display.id', three]],
    source: collected('Flyme'),
  },
  ...['RedMagicOS', 'NebulaAIOS', 'MyOS'].map(
    (name): MakersSystem => ({
      name,
      when: ['ro.build.display.id', new RegExp(`^${name}\\d`)],
      version: [['ro.build.display.id', three]],
      source: collected(name),
    }),
  ),
  {
    name: 'MiFavor UI',
    when: ['ro.build.MiFavor_version', /^\d/],
    version: [['ro.build.MiFavor_version', three]],
    source: collected('MifavorUI'),
  },
  {
    name: 'nubia UI',
    when: ['ro.build.nubia.rom.name', /^nubiaUI/],
    version: [['ro.build.nubia.rom.code', three]],
    source: collected('nubiaUI'),
  },
  {
    name: 'ZUXOS',
    when: ['ro.config.lgsi.os.name', /^ZUXOS$/],
    version: [
      ['ro.config.lgsi.fp.incremental', read(/_(\d+\.\d+\.\d+)/)],
      ['ro.config.lgsi.os.version', three],
    ],
    source: collected('ZUXOS'),
  },
  {
    name: 'ZUI',
    when: ['ro.com.zui.version', /./],
    version: [['ro.com.zui.version', three]],
    source: collected('ZUI'),
  },
  {
    name: 'XOS',
    when: ['ro.tranos.version', /^xos/i],
    version: [['ro.tranos.version', three]],
    source: 'https://github.com/XTENSEI/pbrp-device_infinix_X670/blob/089b0f50aacc/getprop.txt',
  },
  {
    name: 'ROG UI',
    when: ['ro.asus.rog', /^1$/],
    version: [],
    source: collected('ROGUI'),
  },
  {
    name: 'Smartisan OS',
    when: ['ro.smartisan.version', /./],
    version: [['ro.smartisan.version', three]],
    source: collected('SmartisanOS'),
  },
  {
    name: 'EUI',
    when: ['ro.letv.release.version', /./],
    version: [['ro.letv.release.version', three]],
    source: collected('EUI'),
  },
  {
    name: '360 UI',
    when: ['ro.build.uiversion', /^360UI/],
    version: [['ro.build.uiversion', read(/:V(\d+\.\d+)/)]],
    source: collected('360UI'),
  },
  {
    name: 'Fire OS',
    when: ['ro.build.mktg.fireos', /./],
    version: [['ro.build.mktg.fireos', three]],
    source: 'https://github.com/SDRausty/TermuxArch/issues/131',
  },
  {
    name: 'LineageOS',
    when: ['ro.lineage.build.version', /./],
    version: [['ro.lineage.build.version', three]],
    source: collected('LineageOS'),
  },
]

/** The maker's system with its version, such as `HyperOS 2.0.212`; undefined on Android as it is. */
export function readMakersSystem(properties: ReadonlyMap<string, string>): string | undefined {
  const system = systems.find(({ when: [property, value] }) => value.test(properties.get(property) ?? ''))
  if (!system) return undefined
  const versions = system.version.map(([property, readVersion]) =>
    readVersion(properties.get(property) ?? ''),
  )
  return [system.name, versions.find(Boolean)].filter(Boolean).join(' ')
}
