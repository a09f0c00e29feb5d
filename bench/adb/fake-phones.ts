import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakeAdbd } from '@fleetdeck/testing/phones/fake-adbd'
import { FakePhone, type Script } from '@fleetdeck/testing/phones/fake-phone'
import { FakeScrcpy } from '@fleetdeck/testing/phones/fake-scrcpy'
import { recordedPictures } from '@fleetdeck/testing/phones/h264'
import { opusTone, rawTone } from '@fleetdeck/testing/phones/tones'
import { stamped } from './stamps.ts'

/**
 * The phones run in a separate process, so that they do not count as the agent; their addresses are printed as JSON.
 * Every frame carries its send time. SOUND=raw: without an encoder for their sound.
 */
const count = Number(process.argv[2] ?? 1)
const pictures = recordedPictures(60, '720x1280')
const sounds: FakeScrcpy['sounds'] =
  process.env.SOUND === 'raw' ? { raw: rawTone() } : { opus: await opusTone() }

function phone(serial: string): FakePhone {
  const scrcpy = new FakeScrcpy()
  scrcpy.pictures = pictures
  scrcpy.isEndless = true
  scrcpy.gapMs = 1000 / 30
  scrcpy.prepared = stamped
  scrcpy.sounds = sounds
  const ordinary = androidScript()
  const script: Script = (line, own) =>
    line.startsWith('CLASSPATH=') ? scrcpy.start(line, own) : ordinary(line, own)
  return new FakePhone(serial, script)
}

const serials = Array.from({ length: count }, (_, at) => `BENCH${at + 1}`)
const daemons = await Promise.all(serials.map((serial) => FakeAdbd.start(phone(serial))))
console.log(JSON.stringify(daemons.map(({ address }) => address)))
