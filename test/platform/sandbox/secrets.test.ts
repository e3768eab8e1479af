/** Attacks on what is not the program's own: files, secrets, network, other processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox } from '../../../src/platform/sandbox/sandbox.ts';
import { attack } from './host.ts';
import { label, WAYS } from './ways.ts';

const SECRET = `secret-${randomUUID()}`;
/** As a program can name it without holding it. */
const [HEAD, TAIL] = [SECRET.slice(0, 12), SECRET.slice(12)];
const REPOSITORY = process.cwd();

let folder: string;
let servers: Server[];
let contacts: number;
let bystander: ChildProcess;
let port: number;

beforeAll(async () => {
  process.env.SANDBOX_TEST_SECRET = SECRET;
  folder = mkdtempSync(join(tmpdir(), 'sandbox-host-'));
  writeFileSync(join(folder, '.env'), `API_TOKENS=${SECRET}\n`, { mode: 0o644 });
  contacts = 0;
  const listen = async (where: number | string) => {
    const server = createServer((socket) => {
      contacts += 1;
      socket.end(SECRET);
    });
    if (typeof where === 'number') server.listen(where, '0.0.0.0');
    else server.listen(where);
    await once(server, 'listening');
    return server;
  };
  servers = await Promise.all([listen(0), listen(join(folder, 'redis.sock')), listen(`\0${SECRET}`)]);
  const address = servers[0]?.address();
  port = typeof address === 'object' && address ? address.port : 0;
  bystander = spawn('sleep', ['3600']);
});

afterAll(() => {
  delete process.env.SANDBOX_TEST_SECRET;
  bystander.kill('SIGKILL');
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

describe.each(WAYS)('$by', (way) => {
  const open = () => openSandbox({ concurrency: 2, ways: [way.by] });
  describe.skipIf(way.missing !== null)(label(way), () => {
    test('no secret of the parent is in the environment, in /proc or in any file that can be read', async () => {
      const result = await attack(open(), {
        language: 'shell',
        code: `env; cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'
          find / \\( -path /proc -o -path /dev \\) -prune -o -type f -size -200k -print 2>/dev/null | xargs grep -l "${HEAD}""${TAIL}" 2>/dev/null | sed 's/^/found in /'
          grep -l "${HEAD}""${TAIL}" /proc/[0-9]*/environ 2>/dev/null | sed 's/^/found in /'
          echo searched`,
      });
      expect(result.stdout).toContain('searched');
      expect(result.stdout).not.toContain(SECRET);
      expect(result.stdout).not.toContain('found in');
      const names = [...result.stdout.matchAll(/^([A-Za-z_]+)=/gm)].map((found) => found[1]);
      expect(new Set(names)).toEqual(new Set(['HOME', 'LANG', 'PATH', 'PWD', 'OLDPWD']));
    });

    test('the files of the host are not there', async () => {
      const paths = ['/etc/passwd', '/etc/shadow', '/root', '/home', '/var', '/etc', '/sys', '/usr/src', '/run'];
      paths.push(
        REPOSITORY,
        join(REPOSITORY, 'package.json'),
        folder,
        join(folder, '.env'),
        join(process.execPath, '..', 'npm'),
      );
      const result = await attack(open(), {
        language: 'javascript',
        code: `const fs = require('fs');
          for (const path of ${JSON.stringify(paths)}) if (fs.existsSync(path)) console.log('there: ' + path);
          console.log(fs.readdirSync('/').join());`,
      });
      expect(result.stdout.trim()).toBe('bin,code,dev,lib,lib64,proc,tmp,usr,work');
    });

    test('/proc shows no process of the host, and the first one belongs to the sandbox', async () => {
      const result = await attack(open(), {
        language: 'shell',
        code: `ls -d /proc/[0-9]* | wc -l; tr '\\0' ' ' < /proc/1/cmdline; cat /proc/1/environ /proc/${process.pid}/environ; id -u`,
      });
      expect(Number(result.stdout.split('\n')[0])).toBeLessThan(10);
      expect(result.stdout).not.toContain('vitest');
      expect(result.stdout).not.toContain('SANDBOX_TEST_SECRET');
      expect(result.stdout.trim().endsWith('65534')).toBe(true);
    });

    test('nothing can be written outside its own folders, and nothing arrives on the host', async () => {
      const name = `intruder-${randomUUID()}`;
      const places = ['/', '/usr/', '/usr/bin/', '/lib/', '/dev/', '/proc/', `${folder}/`, `${REPOSITORY}/`];
      const result = await attack(open(), {
        language: 'shell',
        code: `for place in ${places.join(' ')}; do (echo x > "$place"${name}) 2>/dev/null && echo "wrote $place"; done
          echo x > /tmp/${name} && echo x > /work/${name} && echo own
          (echo x > /usr/bin/sh) 2>/dev/null && echo changed; (echo 1 > /proc/sys/kernel/panic) 2>/dev/null && echo sysctl`,
      });
      expect(result.stdout.trim()).toBe('own');
      for (const place of [...places, '/tmp/', '/work/']) expect(existsSync(join(place, name))).toBe(false);
    });

    test('no server on the host is reached, over no family of sockets', async () => {
      contacts = 0;
      const result = await attack(open(), {
        language: 'javascript',
        code: `const net = require('net'), dgram = require('dgram'), dns = require('dns');
          const tell = (what) => (error) => console.log(what, error ? error.code : 'CONNECTED');
          for (const to of [{ port: ${port}, host: '127.0.0.1' }, { port: ${port}, host: '::1' }, { port: 80, host: '1.1.1.1' },
              { path: ${JSON.stringify(join(folder, 'redis.sock'))} }, { path: '\\0' + '${HEAD}' + '${TAIL}' }]) {
            try { net.connect(to).on('connect', tell('tcp')).on('error', tell('tcp')); } catch (error) { tell('tcp')(error); }
          }
          try { dgram.createSocket('udp4').on('error', tell('udp')).send('x', ${port}, '127.0.0.1', tell('udp')); } catch (error) { tell('udp')(error); }
          dns.lookup('example.org', (error) => console.log('lookup', error ? 'failed' : 'RESOLVED'));
          dns.resolve('example.org', (error) => console.log('resolve', error ? 'failed' : 'RESOLVED'));
          net.createServer().on('error', tell('listen')).listen(${port + 1}, tell('listen'));`,
      });
      expect(result.stdout).toContain('lookup failed');
      expect(result.stdout).toContain('resolve failed');
      expect(result.stdout.match(/^tcp \w+$/gm)).toHaveLength(5);
      expect(result.stdout).not.toMatch(/CONNECTED|RESOLVED|undefined/);
      expect(result.stdout).not.toContain(SECRET);
      expect(contacts).toBe(0);
    });

    test('no process of the host can be signalled', async () => {
      const result = await attack(open(), {
        language: 'shell',
        code: `kill -9 ${bystander.pid} 2>/dev/null && echo killed; kill -9 ${process.pid} 2>/dev/null && echo killed
          kill -9 1; kill -9 -1; echo still here`,
      });
      expect(result.stdout).not.toContain('killed');
      expect(bystander.exitCode).toBeNull();
      expect(bystander.signalCode).toBeNull();
    });

    test('there is no setuid program, no mount that honours one, and no privilege to be had', async () => {
      const result = await attack(open(), {
        language: 'shell',
        code: `find / -xdev -perm -4000 2>/dev/null; grep -v nosuid /proc/self/mounts
          grep -E '^(CapInh|CapPrm|CapEff|CapBnd|CapAmb):.*[1-9a-f]' /proc/self/status
          grep -E '^(NoNewPrivs|Seccomp):' /proc/self/status; cat /proc/self/uid_map | tr -s ' '`,
      });
      const [noNewPrivileges, seccomp, map] = result.stdout.trim().split('\n');
      expect(noNewPrivileges).toMatch(/^NoNewPrivs:\s+1$/);
      expect(seccomp).toMatch(/^Seccomp:\s+2$/);
      expect(map).toMatch(/^ 65534 \d+ 1$/);
      // As root, the programs are another user on the host too.
      expect(map).not.toMatch(/^ 65534 0 1$/);
    });

    test('mounting, new namespaces, tracing, kernel keys and foreign sockets are refused', async () => {
      const result = await attack(open(), { language: 'python', code: SYSTEM_CALLS });
      const lines = result.stdout.trim().split('\n');
      expect(lines).toEqual(lines.filter((line) => /: (EPERM|ENOSYS)$/.test(line)));
      expect(lines.length).toBeGreaterThanOrEqual(18);
    });
  });
});

/** By number where the C library has no function. The process is its own victim where one is needed. */
const SYSTEM_CALLS = `
import ctypes, errno, platform, socket
libc = ctypes.CDLL(None, use_errno=True)
x64 = platform.machine() == 'x86_64'
def tell(what, result):
    print(what + ': ' + (errno.errorcode.get(ctypes.get_errno(), '?') if result == -1 else 'ALLOWED'), flush=True)
tell('mount', libc.mount(b'none', b'/tmp', b'tmpfs', 0, None))
tell('umount', libc.umount2(b'/proc', 2))
tell('chroot', libc.chroot(b'/tmp'))
for name, flag in dict(user=0x10000000, mnt=0x20000, net=0x40000000, pid=0x20000000, uts=0x4000000).items():
    tell('unshare ' + name, libc.unshare(flag))
tell('setns', libc.setns(0, 0))
tell('ptrace', libc.ptrace(0, 0, None, None))
tell('clone in a user namespace', libc.syscall(56 if x64 else 220, 0x10000000 | 17, 0, 0, 0, 0))
tell('clone3', libc.syscall(435, 0, 0))
tell('io_uring', libc.syscall(425, 1, 0))
tell('bpf', libc.syscall(321 if x64 else 280, 0, 0, 0))
tell('keyctl', libc.syscall(250 if x64 else 219, 0, 0, 0))
tell('add_key', libc.syscall(248 if x64 else 217, b'user', b'x', b'y', 1, -3))
tell('userfaultfd', libc.syscall(323 if x64 else 282, 0))
tell('perf_event_open', libc.syscall(298 if x64 else 241, 0, 0, 0, 0, 0))
tell('init_module', libc.syscall(175 if x64 else 105, 0, 0, 0))
tell('memfd_create', libc.memfd_create(b'x', 0))
for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, 16, 17, 40):
    tell('socket %d' % family, libc.socket(family, 1, 0))
if x64: tell('mount under its x32 number', libc.syscall(0x40000000 + 165, 0, 0, 0, 0, 0))
`;
