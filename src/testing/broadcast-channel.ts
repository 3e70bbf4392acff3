/** A BroadcastChannel for tests: messages reach the other open channels asynchronously. Call `reset` before each test. */
export class TestChannel {
  static open: TestChannel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;

  static reset(): void {
    TestChannel.open = [];
  }

  constructor() {
    TestChannel.open.push(this);
  }

  postMessage(data: unknown): void {
    const others = TestChannel.open.filter((other) => other !== this);
    setTimeout(() => {
      for (const other of others) if (TestChannel.open.includes(other)) other.onmessage?.({ data });
    });
  }

  close(): void {
    TestChannel.open = TestChannel.open.filter((other) => other !== this);
  }
}
