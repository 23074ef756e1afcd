package dev.harbor.dispatch;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.ToolOutput.Block;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Is the reading of blocks in the form that the shell runs; there is nothing to decode or to write. */
final class BlockInvoker implements ToolInvoker<List<Block>, StoredBlocks> {

    private final BlockStore store;

    BlockInvoker(BlockStore store) {
        this.store = store;
    }

    /** What streams and store throw is a value here, so that it is told from the limits of the shell. */
    @Override
    public ToolOutput<StoredBlocks> invoke(List<Block> blocks, ToolContext context) {
        List<ArtifactInfo> infos = new ArrayList<>(blocks.size());
        try {
            for (Block block : blocks) {
                infos.add(store.put(block, context.cancellation()));
            }
            return ToolOutput.of(new StoredBlocks(infos, null));
        } catch (IOException | RuntimeException e) {
            return ToolOutput.of(new StoredBlocks(List.of(), e));
        }
    }

    @Override
    public List<Block> decode(Json arguments) {
        throw new UnsupportedOperationException("blocks are not decoded");
    }

    @Override
    public Json encodeInput(List<Block> input) {
        throw new UnsupportedOperationException("blocks are not written");
    }

    @Override
    public Json encodeResult(StoredBlocks value, boolean validate) {
        throw new UnsupportedOperationException("what was stored is not written");
    }
}
