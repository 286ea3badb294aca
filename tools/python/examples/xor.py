"""xor.py - a network of 8 hidden units learns exclusive or."""
import kindling as k

k.manual_seed(1)
net = k.mlp_new([2, 8, 1], "ACT_TANH")
adam = k.adam_new(net.parameters(), lr=0.05)
x = k.tensor([[0, 0], [0, 1], [1, 0], [1, 1]])
y = k.tensor([[0], [1], [1], [0]])
for step in range(301):
    loss = k.mse_loss(net(x), y)
    loss.backward()
    adam.step()
    adam.zero_grad()
    if step % 100 == 0:
        print(f"step {step:3}  loss {loss.item():.6f}")
with k.no_grad():
    print("learned:", [round(row[0]) for row in net(x).tolist()])
