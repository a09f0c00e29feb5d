import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import type { Script } from '@fleetdeck/testing/phones/fake-phone'
import { FakeScrcpy } from '@fleetdeck/testing/phones/fake-scrcpy'
import { FrameQueue } from '@fleetdeck/testing/phones/frame-queue'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { opusTone, rawTone } from '@fleetdeck/testing/phones/tones'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RtpPacket } from 'werift'
import { opusLength } from '../../../sound/opus-length.ts'
import { NoSound, type PhoneSound } from '../../../sound/phone-sound.ts'
import { openDriver } from '../../../testing/plugged-driver.ts'

/** What scrcpy writes before it disables a sound. */
const words = {
  android: '[server] WARN: Audio disabled: it is not supported before Android 11\n',
  locked:
    '[server] ERROR: Failed to start audio capture\n[server] ERROR: On Android 11, audio capture must be started in the foreground, make sure that the device is unlocked when starting scrcpy.\n',
  policy: '[server] ERROR: Could not capture audio playback\n',
}

describe.skipIf(!hasAdb)('the sound of a phone with scrcpy', () => {
  let adb: RealAdb
  let folder: string
  let scrcpyFile: string
  let opened: Awaited<ReturnType<typeof openDriver>> | undefined
  let sound: PhoneSound | undefined
  beforeAll(async () => {
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'scrcpy-'))
    scrcpyFile = join(folder, 'scrcpy-server')
    await writeFile(scrcpyFile, 'its bytes')
  })
  afterEach(async () => {
    await sound?.close()
    sound = undefined
    await opened?.device.close()
    if (opened) await adb.unplug(opened.phone)
    opened = undefined
  })
  afterAll(async () => {
    await adb.stop()
    await rm(folder, { recursive: true })
  })

  async function plugIn(scrcpy?: FakeScrcpy, more: Parameters<typeof androidScript>[0] = {}) {
    const ordinary = androidScript(more)
    const script: Script = (line, phone) =>
      scrcpy && line.startsWith('CLASSPATH=') ? scrcpy.start(line, phone) : ordinary(line, phone)
    opened = await openDriver(adb, script, scrcpy && { scrcpyFile })
    return opened
  }
  async function hear(scrcpy: FakeScrcpy) {
    const { device, phone } = await plugIn(scrcpy)
    const packets = new FrameQueue<RtpPacket>()
    sound = await device.openSound()
    sound.onPacket = (packet) => packets.put(packet)
    return { device, phone, sound, packets }
  }
  const reasonOf = async (opening: Promise<unknown>) => {
    const error = await opening.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(NoSound)
    return error as NoSound
  }

  test.each(['3.0', '3.3.4', '4.1'])(
    'of version %s is forwarded as the phone encodes it',
    async (version) => {
      const scrcpy = new FakeScrcpy(version)
      const tone = await opusTone()
      scrcpy.sounds = { opus: tone }
      const { phone, packets, sound: open } = await hear(scrcpy)
      const first = await packets.take()
      const second = await packets.take()
      expect(tone.pieces.some((piece) => piece.equals(first.payload))).toBe(true)
      expect(second.header.timestamp - first.header.timestamp).toBe(960)
      const [line] = phone.lines.filter((one) => one.includes('audio_codec'))
      expect(line).toMatch(/video=false audio=true control=true .*audio_codec=opus power_on=false/)
      await open.close()
      await expect.poll(() => scrcpy.captures + scrcpy.sessions).toBe(0)
    },
  )

  test('is encoded here if the phone has no encoder for it, from then on at once', async () => {
    const scrcpy = new FakeScrcpy()
    scrcpy.sounds = { raw: rawTone() }
    const { device, phone, packets, sound: open } = await hear(scrcpy)
    expect(opusLength((await packets.take()).payload)).toBe(20)
    await open.close()
    sound = await device.openSound()
    const codecs = phone.lines.flatMap((line) => /audio_codec=(\w+)/.exec(line)?.[1] ?? [])
    expect(codecs).toEqual(['opus', 'raw', 'raw'])
  })

  test('is a session of its own: the touches of the phone stay as they were', async () => {
    const scrcpy = new FakeScrcpy()
    scrcpy.sounds = { opus: await opusTone() }
    const { device, packets } = await hear(scrcpy)
    await packets.take()
    await device.input({ type: 'touchDown', x: 0.5, y: 0.25 })
    expect(await scrcpy.touches.take()).toMatchObject({ action: 0, x: 540 })
    expect(scrcpy.sessions).toBe(2)
  })

  test('goes on after its server has ended', async () => {
    const scrcpy = new FakeScrcpy()
    scrcpy.sounds = { opus: await opusTone() }
    const { phone, packets } = await hear(scrcpy)
    await packets.take()
    scrcpy.endSounds()
    await expect.poll(() => phone.lines.filter((line) => line.includes('audio_codec')).length).toBe(2)
    await expect.poll(() => scrcpy.captures).toBe(1)
    while (packets.size > 0) await packets.take()
    await packets.take()
  })

  test.each([
    ['android', words.android, 'android'],
    ['locked', words.locked, 'locked'],
    ['refused', words.policy, 'refused'],
  ] as const)('that Android refuses has a reason: %s', async (_, complaint, why) => {
    const scrcpy = new FakeScrcpy()
    scrcpy.soundCodec = 0
    scrcpy.soundComplaint = complaint
    const { device } = await plugIn(scrcpy)
    const reason = await reasonOf(device.openSound())
    expect(reason.why).toBe(why)
    expect(complaint).toContain(reason.message.split('. ')[0]?.slice(0, 20))
    await expect.poll(() => scrcpy.sessions).toBe(0)
  })

  test.each([
    [1, 'opus and raw failed', 'the phone cannot encode its sound'],
    [0x41414141, 'another codec', 'unknown codec 0x41414141'],
    [0x00616163, 'aac', 'unknown codec aac'],
  ])('whose stream begins with %i (%s) is not heard', async (codec, _, message) => {
    const scrcpy = new FakeScrcpy()
    scrcpy.soundCodec = codec
    const { device } = await plugIn(scrcpy)
    expect(await reasonOf(device.openSound())).toMatchObject({ why: 'failed', message })
  })

  test.each([
    ['a packet of no length', 0],
    ['a packet of four gigabytes', 0xffffffff],
    ['a packet above the limit', 64 * 1024 + 1],
  ])('that sends %s is not read further', async (_, length) => {
    const scrcpy = new FakeScrcpy()
    scrcpy.sounds = { opus: await opusTone(2) }
    scrcpy.preparedSound = (head) => {
      head.writeUInt32BE(length, 8)
      return head
    }
    const { sound: open } = await hear(scrcpy)
    expect(await open.ended).toMatchObject({ why: 'failed', message: `invalid packet length ${length}` })
  })

  test('that contains what is no Opus sends nothing on, and goes on', async () => {
    const scrcpy = new FakeScrcpy()
    const tone = await opusTone(1)
    const [good = Buffer.alloc(0)] = tone.pieces
    scrcpy.sounds = { opus: { pieces: [Buffer.of(3, 0), Buffer.alloc(5000, 0xfc), good], pieceMs: 20 } }
    const { packets } = await hear(scrcpy)
    for (let index = 0; index < 3; index++) expect((await packets.take()).payload).toEqual(good)
  })

  test('needs scrcpy, and Android 11', async () => {
    const { device } = await plugIn()
    expect(await reasonOf(device.openSound())).toMatchObject({ why: 'scrcpy' })
    await opened?.device.close()
    if (opened) await adb.unplug(opened.phone)
    const old = await plugIn(undefined, { getprop: '[ro.build.version.sdk]: [29]\n' })
    expect(await reasonOf(old.device.openSound())).toMatchObject({ why: 'android' })
  })
})
