import fc from 'fast-check';

/** A property that fails is shrunk for a minute at most: of large inputs that may take hours, which would look as if the test hung. */
fc.configureGlobal({ interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true });

export default fc;
