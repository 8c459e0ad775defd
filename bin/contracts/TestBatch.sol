// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Makes several calls within one transaction, as wallets of companies do; what it calls sees it as the sender.
contract TestBatch {
    function run(address[] calldata targets, bytes[] calldata calls) external {
        for (uint256 i = 0; i < targets.length; i++) {
            (bool done, ) = targets[i].call(calls[i]);
            require(done, "TestBatch: a call failed");
        }
    }
}
