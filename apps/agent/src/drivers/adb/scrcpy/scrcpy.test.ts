import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import type { Script } from '@fleetdeck/testing/phones/fake-phone'
import { FakeScrcpy } from '@fleetdeck/testing/phones/fake-scrcpy'
import { FrameQueue } from '@fleetdeck/testing/phones/frame-queue'
import { hasFfmpeg, recordedPictures, recordedStream } from '@fleetdeck/testing/phones/h264'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { carScreens } from '@fleetdeck/testing/phones/screens'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { H264RtpPayload, type RtpPacket } from 'werift'
import { openDriver } from '../../../testing/plugged-driver.ts'
import type { DriverEvent } from '../../device-driver.ts'

const request = { scalePercent: 50, timeCode: false }
const isKey = ({ payload }: RtpPacket) => H264RtpPayload.deSerialize(payload).isKeyframe

describe.skipIf(!hasAdb)('a phone with scrcpy', () => {
  let adb: RealAdb
  let folder: string
  let scrcpyFile: string
  let opened: Awaited<ReturnType<typeof openDriver>> | undefined
  beforeAll(async () => {
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'scrcpy-'))
    scrcpyFile = join(folder, 'scrcpy-server')
    await writeFile(scrcpyFile, 'its bytes')
  })
  afterEach(async () => {
    await opened?.device.close()
    if (opened) await adb.unplug(opened.phone)
    opened = undefined
  })
  afterAll(async () => {
    await adb.stop()
    await rm(folder, { recursive: true })
  })

  async function plugIn(scrcpy = new FakeScrcpy(), more: Parameters<typeof androidScript>[0] = {}) {
    const ordinary = androidScript(more)
    const script: Script = (line, phone) =>
      line.startsWith('CLASSPATH=') ? scrcpy.start(line, phone) : ordinary(line, phone)
    opened = await openDriver(adb, script, { scrcpyFile })
    const events: DriverEvent[] = []
    opened.device.listen((event) => events.push(event))
    return { ...opened, scrcpy, events }
  }

  test('receives touches live, at the pixel under the finger', async () => {
    const { device, phone, scrcpy } = await plugIn()
    await device.input({ type: 'touchDown', x: 0.5, y: 0.25 })
    expect(await scrcpy.touches.take()).toMatchObject({
      action: 0,
      x: 540,
      y: 600,
      width: 1080,
      height: 2400,
    })
    await device.input({ type: 'touchMove', x: 0.75, y: 0.25 })
    expect(await scrcpy.touches.take()).toMatchObject({ action: 2, x: 810, y: 600 })
    await device.input({ type: 'touchUp', x: 1, y: 1 })
    expect(await scrcpy.touches.take()).toMatchObject({ action: 1, x: 1079, y: 2399 })
    expect(phone.files.get('/data/local/tmp/fleetdeck-scrcpy-server.jar')?.toString()).toBe('its bytes')
    expect(phone.lines.filter((line) => line.startsWith('input'))).toEqual([])
  })

  test('receives two fingers that move apart', async () => {
    const { device, scrcpy } = await plugIn()
    await device.input({ type: 'zoom_in', x: 0, y: 0 })
    const { touches } = scrcpy
    const downs = [
      await touches.take(({ action }) => action === 0),
      await touches.take(({ action }) => action === 0),
    ]
    const ups = [
      await touches.take(({ action }) => action === 1),
      await touches.take(({ action }) => action === 1),
    ]
    const width = ([left, right]: { x: number }[]) => (right?.x ?? 0) - (left?.x ?? 0)
    expect(new Set(downs.map(({ pointer }) => pointer)).size).toBe(2)
    expect(width(ups)).toBeGreaterThan(width(downs))
  })

  test('receives a second finger live, which comes and goes while the first one is down', async () => {
    const { device, scrcpy } = await plugIn()
    const at = { x: 0.5, y: 0.5 }
    const take = () => scrcpy.touches.take()
    const [first, second] = [-2n, -3n]
    await device.input({ type: 'touchDown', ...at })
    expect(await take()).toMatchObject({ action: 0, pointer: first, x: 540, y: 1200 })
    await device.input({ type: 'touchMove', ...at, second: { x: 0.25, y: 0.5 } })
    expect(await take()).toMatchObject({ action: 2, pointer: first })
    expect(await take()).toMatchObject({ action: 0, pointer: second, x: 270, y: 1200 })
    await device.input({ type: 'touchMove', x: 0.75, y: 0.5, second: { x: 0, y: 0.5 } })
    expect(await take()).toMatchObject({ action: 2, pointer: first, x: 810 })
    expect(await take()).toMatchObject({ action: 2, pointer: second, x: 0 })
    await device.input({ type: 'touchMove', x: 0.75, y: 0.5 })
    expect(await take()).toMatchObject({ action: 1, pointer: second, x: 0 })
    expect(await take()).toMatchObject({ action: 2, pointer: first })
    await device.input({ type: 'touchMove', x: 0.75, y: 0.5, second: { x: 0.1, y: 0.5 } })
    await device.input({ type: 'touchUp', x: 0.75, y: 0.5, second: { x: 0.1, y: 0.5 } })
    const rest = [await take(), await take(), await take(), await take()]
    expect(rest).toMatchObject([
      { action: 2, pointer: first },
      { action: 0, pointer: second },
      { action: 1, pointer: second, x: 108 },
      { action: 1, pointer: first, x: 810 },
    ])
  })

  test('has both fingers lifted when the agent ends', async () => {
    const { device, scrcpy } = await plugIn()
    await device.input({ type: 'touchDown', x: 0.75, y: 0.5, second: { x: 0.25, y: 0.5 } })
    await device.close()
    const lifted = async () => (await scrcpy.touches.take(({ action }) => action === 1)).pointer
    expect([await lifted(), await lifted()]).toEqual([-2n, -3n])
  })

  test.each(['3.0', '3.1', '4.1'])(
    'of version %s has a keyboard while it is plugged in, with what it holds',
    async (version) => {
      const { device, scrcpy } = await plugIn(new FakeScrcpy(version))
      await expect(device.holdKeys(['KeyA'])).rejects.toThrow('No physical keyboard')
      await device.setKeyboard(true)
      const keyboard = scrcpy.keyboards.get(1)
      expect(keyboard?.name).toBe('Fleetdeck')
      // A keyboard of the generic desktop, with one collection.
      expect(keyboard?.descriptor.toString('hex')).toMatch(/^05010906a101.*c0$/)
      await device.holdKeys(['ShiftLeft', 'KeyA', 'AltRight', 'NoSuchKey'])
      expect(await scrcpy.reports.take()).toBe('4200040000000000')
      await device.holdKeys(['KeyA', 'Digit0', 'ArrowUp'])
      expect(await scrcpy.reports.take()).toBe('0000042752000000')
      await device.setKeyboard(false)
      expect(await scrcpy.reports.take()).toBe('0000000000000000')
      await expect.poll(() => scrcpy.keyboards.size).toBe(0)
      await expect(device.holdKeys(['KeyA'])).rejects.toThrow('No physical keyboard')
    },
  )

  test('loses its keyboard when the agent ends', async () => {
    const { device, scrcpy } = await plugIn()
    await device.setKeyboard(true)
    await device.holdKeys(['KeyA'])
    await device.close()
    await expect.poll(() => scrcpy.keyboards.size).toBe(0)
    expect([await scrcpy.reports.take(), await scrcpy.reports.take()]).toEqual([
      '0000040000000000',
      '0000000000000000',
    ])
  })

  test('that lets no program add a keyboard says so, and is touched as before', async () => {
    const locked = await plugIn(new FakeScrcpy(), { 'test -w /dev/uhid': { exitCode: 1 } })
    await expect(locked.device.setKeyboard(true)).rejects.toMatchObject({ failure: 'noKeyboard' })
    await adb.unplug(locked.phone)
    const refusing = new FakeScrcpy()
    refusing.refusesKeyboards = true
    const { device } = await plugIn(refusing)
    await expect(device.setKeyboard(true)).rejects.toMatchObject({ failure: 'noKeyboard' })
    await device.input({ type: 'touchDown', x: 0.5, y: 0.5 })
    expect(await refusing.touches.take()).toMatchObject({ action: 0 })
  })

  test.each(['2.3', '5.0'])(
    'of version %s has no keyboard, no second finger and no dark panel',
    async (version) => {
      const { device } = await plugIn(new FakeScrcpy(version))
      await expect(device.setKeyboard(true)).rejects.toMatchObject({ failure: 'needsScrcpy' })
      await expect(device.setDisplay(false)).rejects.toMatchObject({ failure: 'needsScrcpy' })
      expect(device.canPinch).toBe(false)
      const second = { x: 0.25, y: 0.5 }
      await expect(device.input({ type: 'touchDown', x: 0.5, y: 0.5, second })).rejects.toThrow(
        'Two-finger gestures require scrcpy',
      )
    },
  )

  test.each(['3.0', '3.3', '3.3.1', '4.1'])(
    'of version %s turns its wheel by the drag that stands for it',
    async (version) => {
      const { device, scrcpy } = await plugIn(new FakeScrcpy(version))
      const drag = (type: 'touchDown' | 'touchMove' | 'touchUp', y: number) =>
        device.input({ type, x: 0.5, y, wheel: true })
      await drag('touchDown', 0.5)
      await drag('touchMove', 0.44)
      expect(await scrcpy.wheels.take()).toMatchObject({ x: 540, y: 1200, right: 0 })
      await drag('touchMove', 0.1)
      await drag('touchUp', 0.1)
      await device.input({ type: 'touchDown', x: 0.5, y: 0.5 })
      await scrcpy.touches.take(({ action }) => action === 0)
      let up = 0
      while (scrcpy.wheels.size > 0) up += (await scrcpy.wheels.take()).up
      // 0.34 of the screen, at 12.5 notches for all of it.
      expect(up).toBeCloseTo(-4.25, 2)
    },
  )

  test('darkens its panel until it is lit again, or the agent ends', async () => {
    const { device, scrcpy, phone } = await plugIn()
    await device.setDisplay(false)
    await expect.poll(() => scrcpy.isDark).toBe(true)
    await device.input({ type: 'touchDown', x: 0.5, y: 0.5 })
    await scrcpy.touches.take()
    await device.setDisplay(true)
    await expect.poll(() => scrcpy.isDark).toBe(false)
    await device.setDisplay(false)
    await expect.poll(() => scrcpy.isDark).toBe(true)
    await device.close()
    await expect.poll(() => scrcpy.isDark).toBe(false)
    expect([...phone.files.keys()]).toEqual(['/data/local/tmp/fleetdeck-scrcpy-server.jar'])
  })

  test('copies what is selected before its clipboard is read', async () => {
    const { device, scrcpy } = await plugIn()
    scrcpy.clipboard = 'before'
    scrcpy.selected = 'chosen'
    expect(await device.readClipboard()).toBe('before')
    expect(await device.readClipboard({ copies: true })).toBe('chosen')
  })

  test.skipIf(!hasFfmpeg)(
    'shows and touches another display with new sessions, and viewers stay',
    async () => {
      const scrcpy = new FakeScrcpy()
      scrcpy.pictures = recordedPictures(6)
      const { device, phone } = await plugIn(scrcpy, carScreens)
      const video = await device.openVideo(request)
      const packets = new FrameQueue<RtpPacket>()
      await device.tools.showDisplay(2)
      const starts = () => phone.lines.filter((line) => line.includes('display_id=2'))
      await expect.poll(() => starts().filter((line) => line.includes('max_size')).length).toBe(1)
      video.onPacket = (packet) => packets.put(packet)
      video.requestKeyFrame()
      await packets.take(isKey)
      await device.input({ type: 'touchDown', x: 0.5, y: 0.5 })
      await scrcpy.touches.take()
      await device.input({ type: 'touchUp', x: 0.5, y: 0.5 })
      await scrcpy.touches.take()
      await video.close()
      await device.input({ type: 'touchDown', x: 0.5, y: 0.5 })
      expect(await scrcpy.touches.take()).toMatchObject({ x: 640, y: 240, width: 1280, height: 480 })
      await device.input({ type: 'touchUp', x: 0.5, y: 0.5 })
      expect(starts().some((line) => line.includes('video=false'))).toBe(true)
    },
  )

  test('that refuses touches says so in its log, once, and as what must be mended', async () => {
    const scrcpy = new FakeScrcpy()
    scrcpy.refusesInput = true
    const { device, events } = await plugIn(scrcpy)
    for (const type of ['touchDown', 'touchUp', 'touchDown', 'touchUp'] as const)
      await device.input({ type, x: 0.5, y: 0.5 })
    const msg =
      'The phone refuses touches and keys. Enable “USB debugging (Security settings)” in the developer options.'
    await expect.poll(() => events).toContainEqual({ type: 'log', level: 'warn', msg })
    // All of its output has been read when it answers.
    await device.readClipboard()
    expect(events.filter((event) => event.type === 'log' && event.msg === msg)).toHaveLength(1)
    await expect
      .poll(() => events.filter(({ type }) => type === 'found'))
      .toMatchObject([{ finding: { code: 'input', level: 'mustBeMended' } }])
  })

  test('reads and sets its clipboard, types any language, and rotates', async () => {
    const { device, scrcpy } = await plugIn()
    await device.setClipboard('价目表')
    await expect.poll(() => scrcpy.clipboard).toBe('价目表')
    expect(await device.readClipboard()).toBe('价目表')
    scrcpy.clipboard = ''
    expect(await device.readClipboard()).toBe('')
    await device.typeText('你好')
    await expect.poll(() => scrcpy.pasted).toBe('你好')
    await device.input({ type: 'rotate', x: 0, y: 0 })
    await expect.poll(() => scrcpy.rotations).toBe(1)
  })

  test('receives English text by pasting as well, keys directly, and the clipboard’s text returns', async () => {
    const { device, phone, scrcpy } = await plugIn()
    scrcpy.clipboard = 'mine'
    await device.typeText('hi there\n')
    await expect.poll(() => scrcpy.pasted).toBe('hi there')
    await device.typeText('你好\n👋')
    await expect.poll(() => scrcpy.pasted).toBe('hi there你好👋')
    expect(scrcpy.typed).toBe('[66][66]')
    await expect.poll(() => scrcpy.clipboard).toBe('mine')
    expect(phone.lines.filter((line) => line.startsWith('input'))).toEqual([])
    expect(await device.missing()).toEqual([])
  })

  test('reports the clipboard from before a paste, and keeps a text that is copied after it', async () => {
    const { device, scrcpy } = await plugIn()
    scrcpy.clipboard = 'mine'
    await device.typeText('你好')
    expect(await device.readClipboard()).toBe('mine')
    await device.typeText('再见')
    await device.setClipboard('copied')
    await expect.poll(() => scrcpy.clipboard).toBe('copied')
    await device.close()
    expect(scrcpy.clipboard).toBe('copied')
  })

  test('receives a long text in pieces, and no emoji is cut', async () => {
    const { device, scrcpy } = await plugIn()
    const words = '👋'.repeat(2500)
    await device.typeText(words)
    await expect.poll(() => scrcpy.pasted).toBe(words)
  })

  test.skipIf(!hasFfmpeg)('sends its screen frame by frame, with key frames on request', async () => {
    const scrcpy = new FakeScrcpy()
    scrcpy.pictures = recordedPictures(6)
    const { device, phone } = await plugIn(scrcpy)
    expect(device.videoCodecs).toEqual(['H264'])
    const video = await device.openVideo(request)
    const packets = new FrameQueue<RtpPacket>()
    video.onPacket = (packet) => packets.put(packet)
    video.requestKeyFrame()
    const key = await packets.take(isKey)
    await expect.poll(() => scrcpy.resets).toBe(1)
    await packets.take((packet) => packet.header.timestamp !== key.header.timestamp)
    const start = phone.lines.find((line) => line.includes('max_size'))
    expect(start).toContain('com.genymobile.scrcpy.Server 3.1 ')
    expect(start).toContain('max_size=1200')
    expect((await device.readStatus()).runMode).toBe('adb scrcpy 3.1')
    await expect.poll(() => video.encoder).toBe('hardware')
    await video.close()
    // The finger's session stays open for a while.
    await expect.poll(() => scrcpy.sessions).toBe(1)
    await device.close()
    await expect.poll(() => scrcpy.sessions).toBe(0)
    expect(scrcpy.killed).toBe(0)
    expect(await adb.command('forward', '--list')).toBe('\n')
    expect(
      await adb.command('-s', (await adb.devices())[0]?.serial ?? '', 'reverse', '--list').catch(() => ''),
    ).toBe('')
    await expect.poll(() => scrcpy.sessions).toBe(0)
  })

  test.skipIf(!hasFfmpeg).each(['3.0', '3.3.4', '4.0', '4.1'])(
    'of version %s shows its screen, stays awake, and takes touches in the size of the video, also after a rotation',
    async (version) => {
      const scrcpy = new FakeScrcpy(version)
      scrcpy.pictures = recordedPictures(3)
      const { device, phone } = await plugIn(scrcpy)
      const video = await device.openVideo(request)
      await device.input({ type: 'touchDown', x: 0.5, y: 0.25 })
      expect(await scrcpy.touches.take()).toMatchObject({ x: 80, y: 80, width: 160, height: 320 })
      await device.input({ type: 'touchUp', x: 0.5, y: 0.25 })
      await scrcpy.touches.take()
      await scrcpy.turn({ width: 320, height: 160 }, recordedPictures(3, '320x160'))
      await expect.poll(() => device.liveVideo?.frames.format?.width).toBe(320)
      await device.input({ type: 'touchDown', x: 0.5, y: 0.25 })
      expect(await scrcpy.touches.take()).toMatchObject({ x: 160, y: 40, width: 320, height: 160 })
      expect(scrcpy.dropped).toBe(0)
      expect(scrcpy.awake).toBe(1)
      await video.close()
      await expect.poll(() => scrcpy.awake).toBe(0)
      // The video’s end lifts the finger.
      expect(await scrcpy.touches.take()).toMatchObject({ action: 1, x: 160, y: 40 })
      expect(phone.lines.find((line) => line.includes('max_size'))).toContain(`Server ${version} `)
    },
  )

  test.skipIf(!hasFfmpeg)('whose encoder gives no video says so', async () => {
    for (const [codec, reason] of [
      [0, 'the phone gives no video'],
      [1, 'the phone cannot record its screen'],
      [0x41414141, 'unknown codec 0x41414141'],
    ] as const) {
      const scrcpy = new FakeScrcpy('4.1')
      scrcpy.codec = codec
      const { device, phone, events } = await plugIn(scrcpy)
      await expect(device.openVideo(request)).rejects.toThrow(reason)
      const msg = `scrcpy is not available: ${reason}`
      expect(events).toContainEqual({ type: 'log', level: 'warn', msg })
      opened = undefined
      await device.close()
      await adb.unplug(phone)
    }
  })

  test.skipIf(!hasFfmpeg)(
    'of an unknown version uses screenrecord for the screen, and says why',
    async () => {
      const { device, events } = await plugIn(new FakeScrcpy('5.0'), {
        'command -v screenrecord': '/system/bin/screenrecord\n',
        'screenrecord --': { stdout: recordedStream(1), staysOpen: true, exitCode: 0 },
        pkill: '',
      })
      await device.openVideo(request)
      const msg = 'scrcpy is not available: scrcpy-server 5.0 is not supported (3.0–3.3 or 4.0–4.1 required)'
      expect(events).toContainEqual({ type: 'log', level: 'warn', msg })
      expect(events).toContainEqual({ type: 'log', level: 'info', msg: 'Screen source: screenrecord' })
      expect((await device.readStatus()).runMode).toBe('adb screenrecord')
      expect(device.screenSource).toEqual({
        way: 'screenrecord',
        lost: [{ way: 'scrcpy', why: 'version', detail: '5.0' }],
      })
      expect(events.filter(({ type }) => type === 'screenSource')).toEqual([
        { type: 'screenSource', lost: { way: 'scrcpy', why: 'version', detail: '5.0' } },
        { type: 'screenSource' },
      ])
    },
  )

  test('with a file that is not scrcpy’s uses its own commands for touches, and logs that once', async () => {
    const { device, phone, events } = await plugIn(undefined, {})
    opened = undefined
    await device.close()
    await adb.unplug(phone)
    const broken = await openDriver(
      adb,
      androidScript({ CLASSPATH: 'Aborted: java.lang.ClassNotFoundException\n' }),
      { scrcpyFile },
    )
    opened = broken
    broken.device.listen((event) => events.push(event))
    await broken.device.input({ type: 'touchDown', x: 0.5, y: 0.25 })
    await broken.device.input({ type: 'touchUp', x: 0.5, y: 0.25 })
    expect(broken.phone.lines.filter((line) => line.startsWith('input'))).toEqual(['input tap 540 600'])
    const msg = 'scrcpy is not available: Aborted: java.lang.ClassNotFoundException'
    expect(events.filter((event) => event.type === 'log' && event.msg === msg)).toHaveLength(1)
    await expect(broken.device.readClipboard()).rejects.toThrow('The clipboard requires scrcpy')
  })
})
