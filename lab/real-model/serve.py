"""A real language model behind llama.cpp's own server, as the package xllamacpp brings it."""
import sys
import time

import xllamacpp

model, port, context, slots = sys.argv[1], *map(int, sys.argv[2:5])
params = xllamacpp.CommonParams()
params.model.path = model
params.model_alias = {"smollm2"}
params.n_ctx, params.n_parallel = context, slots
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
params.hostnames, params.port = ["127.0.0.1"], port
params.warmup, params.endpoint_props = False, True
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
while True:
    time.sleep(3600)
